import { resolve } from 'node:path';
import { checkPort, readEnvironment, serve, type Backend } from '../backend/index.ts';
import { productOptions } from '../server/product.ts';
import { loadSettings } from '../server/settings/settings.ts';
import { versionOf } from '../shared/appVersion.ts';
import { claimDemoFolder, finishDemoFolder } from './demo/folder.ts';
import { writeBookingChat } from './demo/bookings.ts';
import { fillDemo } from './demo/fill.ts';
import { administrator, drivers, office, password } from './demo/people.ts';
import { sendHeartbeats } from './demo/rows.ts';

/** The heartbeats come a little more often than those of a tablet. */
const heartbeatMs = 4 * 60 * 1000;

/**
 * The settings that a demo takes from the environment. A `.env` of an installation stands there, too: its database, mail
 * server and object store are none of the demo's business.
 */
const { PORT, HOST, PUBLIC_URL, DEFAULT_LANGUAGE, LOG_LEVEL, DATA_DIR } = readEnvironment();
const environment = {
  PORT,
  HOST,
  PUBLIC_URL,
  DEFAULT_LANGUAGE,
  LOG_LEVEL: LOG_LEVEL || 'warn',
  DATA_DIR: DATA_DIR || './demo-data',
  WHATSAPP_NUMBER: '+56911112222',
};
const folder = resolve(environment.DATA_DIR);
let madeOn: string | undefined;

/** The version of the app that this server gives out; empty before the app is built. */
async function servedVersion({ fetch, config }: Backend): Promise<string> {
  return versionOf(await (await fetch(new Request(new URL('/login', config.publicUrl)))).text());
}

/** The lines about the driver's next trip from the airport; none where there is none in the two days that drivers see. */
async function describeTrip({ db, config: { publicUrl } }: Backend): Promise<string[]> {
  const [trip] = await db.query<{ secret: string; code: string }>(
    `select private.trip_secret(t.id, t.link_version) as secret, t.code
     from public.trips t join public.drivers d on d.id = t.driver_id
     where d.driver_code = $1 and t.direction = 'from' and t.is_live
       and t.pickup_at between now() - interval '1 hour' and now() + interval '48 hours'
     order by t.pickup_at limit 1`,
    [drivers[0]?.code],
  );
  return trip
    ? [
        `Driver’s phone:    ${publicUrl}/mis-viajes`,
        `Passenger’s trip:  ${publicUrl}/trip#${trip.secret}`,
        `Name sign:         on the driver’s phone, “Letrero” of the trip ${trip.code}`,
      ]
    : [];
}

function describe(publicUrl: string, chat: string, trip: readonly string[]): string[] {
  const [driver] = drivers;
  const signIns = [
    `Administrator:     ${administrator}`,
    `Office:            ${office}`,
    `Driver:            ${driver?.email}`,
    `Password of all:   ${password}`,
    `Passenger’s phone: ${publicUrl}/verify/${driver?.verificationCode}`,
    ...trip,
    `Bookings to paste: ${chat}`,
  ];
  return [
    `The demo is ready: ${publicUrl}`,
    signIns.join('\n  '),
    `Its data are in ${folder}, ${madeOn === undefined ? 'made just now' : `made on ${madeOn}`}. Delete the folder for a new demo. Everybody knows this password: keep no real data here.`,
  ];
}

await serve({
  program: import.meta.filename,
  async configure() {
    madeOn = await claimDemoFolder(folder);
    const settings = await loadSettings(environment, checkPort);
    return { config: settings.config, options: productOptions(settings) };
  },
  async announce(backend) {
    const version = await servedVersion(backend);
    if (madeOn === undefined) {
      await fillDemo(backend, version);
      await finishDemoFolder(folder);
    }
    await sendHeartbeats(backend.db, version);
    const report = (error: Error): void => console.error(`heartbeats of the demo: ${error.message}`);
    setInterval(() => void sendHeartbeats(backend.db, version).catch(report), heartbeatMs).unref();
    const chat = await writeBookingChat(backend.db, folder);
    return describe(backend.config.publicUrl, chat, await describeTrip(backend));
  },
});
