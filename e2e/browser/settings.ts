import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where the server of the journeys listens; two runs at the same time need two ports. */
export const port = Number(process.env['E2E_PORT'] ?? 8917);
export const address = `http://127.0.0.1:${port}`;
/** Its secret key, with which a journey makes the people it needs. */
export const secretKey = 'sb_secret_of_the_browser_journeys_only';
/** The server's data folder: journeys read the outbox in it. It is deleted when the server ends. */
export const folder = join(tmpdir(), `transfer-browser-${port}`);
export const dataFolder = join(folder, 'data');

const hoursToNoon = 12 - new Date().getUTCHours();
/**
 * A time zone in which it is noon at present, for journeys that let hours pass: devices reload themselves once a night. The
 * zones' names have the sign of the distance to UTC the other way round.
 */
export const noonZone = `Etc/GMT${hoursToNoon > 0 ? '-' : '+'}${Math.abs(hoursToNoon)}`;
