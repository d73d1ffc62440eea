import { join } from 'node:path';
import { ask, questions } from '../backend/bench/run.ts';
import { runCommand } from '../tools/command.ts';
import { measureFleet } from './fleet/run.ts';
import { measurePages } from './lighthouse/run.ts';
import { measureMemory } from './memory/run.ts';
import { measureSmallServer } from './small-server/run.ts';
import { measureReport } from './report/run.ts';
import { measureStrangers } from './strangers/run.ts';
import { measureTrips } from './trips/run.ts';

const smallServer = [join(import.meta.dirname, 'small-server'), measureSmallServer] as const;
const fleet = [join(import.meta.dirname, 'fleet'), measureFleet] as const;
const report = [join(import.meta.dirname, 'report'), measureReport] as const;
const strangers = [join(import.meta.dirname, 'strangers'), measureStrangers] as const;
const trips = [join(import.meta.dirname, 'trips'), measureTrips] as const;
const memory = [join(import.meta.dirname, 'memory'), measureMemory] as const;
const lighthouse = [join(import.meta.dirname, 'lighthouse'), measurePages] as const;

await runCommand(() =>
  ask(new Map([...questions, smallServer, fleet, report, strangers, trips, memory, lighthouse])),
);
