import { join } from 'node:path';
import { ask, questions } from '../backend/bench/run.ts';
import { runCommand } from '../tools/command.ts';
import { measureContent } from './content/run.ts';
import { measureFleet } from './fleet/run.ts';
import { measurePages } from './lighthouse/run.ts';
import { measureMemory } from './memory/run.ts';
import { measureSmallServer } from './small-server/run.ts';
import { measureReport } from './report/run.ts';
import { measureStudio } from './studio/run.ts';
import { measureDevices } from './devices/run.ts';

const devices = [join(import.meta.dirname, 'devices'), measureDevices] as const;
const content = [join(import.meta.dirname, 'content'), measureContent] as const;
const smallServer = [join(import.meta.dirname, 'small-server'), measureSmallServer] as const;
const fleet = [join(import.meta.dirname, 'fleet'), measureFleet] as const;
const report = [join(import.meta.dirname, 'report'), measureReport] as const;
const studio = [join(import.meta.dirname, 'studio'), measureStudio] as const;
const memory = [join(import.meta.dirname, 'memory'), measureMemory] as const;
const lighthouse = [join(import.meta.dirname, 'lighthouse'), measurePages] as const;

await runCommand(() =>
  ask(new Map([...questions, devices, smallServer, fleet, report, content, studio, memory, lighthouse])),
);
