import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, mergeTests, test as base, type Locator, type Page } from '@playwright/test';
import { freePort } from '../../backend/testing/processes.ts';
import { chileanDay } from '../../shared/chile/time.ts';
import { invitation } from '../../web/i18n/es/invitation.ts';
import { login } from '../../web/i18n/es/login.ts';
import { test as devices } from './devices.ts';
import { createDriver, password, patch, remove, rows, write } from './people.ts';
import { startProduct, type Product } from './product.ts';
import { secretKey } from './settings.ts';
import { choosePhoto, openSection, shownPlate } from './steps.ts';

const root = resolve(import.meta.dirname, '../..');
/** The owner of the company. */
export const owner = { email: 'carla@example.com', password: 'cordillera nevada 7' };

/** As an operator at the server: `npm run admin`. */
async function makeOwner({ dataFolder }: Product): Promise<void> {
  const { NODE_ENV: _, ...environment } = process.env;
  const command = ['tools/admin.ts', owner.email, '--password', owner.password];
  await promisify(execFile)(process.execPath, command, {
    cwd: root,
    env: { ...environment, DATA_DIR: dataFolder, SUPABASE_SECRET_KEY: secretKey },
  });
}

/** A fresh installation with its owner, which all journeys of a worker share: each goes on where the one before ended. */
const company = base.extend<object, { readonly product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants to see that it depends on nothing
    async ({}, provide) => {
      await using product = await startProduct({
        port: await freePort(),
        environment: { NIGHT_HOURS: 'off' },
        configure: (config) => config.replace(/^(sign_in_sign_ups|token_refresh)\s*=.*$/gm, '$1 = 100000'),
      });
      await makeOwner(product);
      await provide(product);
    },
    { scope: 'worker' },
  ],
  baseURL: ({ product }, provide) => provide(product.address),
});

export const test = mergeTests(company, devices);

/** Counts what a person does: presses and choices, and apart from them the texts and files that only the person knows. */
export class Costs {
  private readonly steps: { readonly name: string; acts: number; texts: number }[] = [];

  /** Begins a step, to which everything that follows belongs. */
  step(name: string): void {
    this.steps.push({ name, acts: 0, texts: 0 });
  }

  async press(target: Locator): Promise<void> {
    this.count('acts');
    await target.click();
  }

  async choose(field: Locator, option: string | { readonly label: string }): Promise<void> {
    this.count('acts');
    await field.selectOption(option);
  }

  async type(field: Locator, text: string): Promise<void> {
    this.count('texts');
    await field.fill(text);
  }

  /** The press that opens the device's own chooser counts as well as the file. */
  async attach(page: Page, field: Locator, name: string, lines: readonly string[]): Promise<void> {
    const chooser = page.waitForEvent('filechooser');
    await this.press(field);
    this.count('texts');
    const buffer = Buffer.from(lines.join('\r\n'), 'latin1');
    await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer });
  }

  /** A photo that a driver takes. */
  async photograph(page: Page): Promise<void> {
    this.count('acts');
    this.count('texts');
    await choosePhoto(page);
    await expect(page.getByAltText(login.photoPreview)).toBeVisible();
  }

  get acts(): number {
    return this.steps.reduce((sum, { acts }) => sum + acts, 0);
  }

  /** A line for each step, and the sum. */
  toString(): string {
    const lines = this.steps.map(({ name, acts, texts }) => `${name}: ${acts} presses, ${texts} texts`);
    return [...lines, `all: ${this.acts} presses`].join('\n');
  }

  private count(what: 'acts' | 'texts'): void {
    this.steps.at(-1)![what] += 1;
  }
}

const numbered = <Item>(length: number, item: (number: number) => Item): readonly Item[] =>
  Array.from({ length }, (_, index) => item(index + 1));

export const plates = numbered(8, (number) => `WKCD1${number}`);
export const names = numbered(12, (number) => `Conductor ${String.fromCharCode(64 + number)}`);
const codeOf = (index: number) => String(index + 1).padStart(3, '0');
const vehicleKinds = ['Permiso de circulación', 'SOAP', 'Revisión técnica', 'Seguro', 'RNSTP'];

const dayMs = 24 * 60 * 60_000;
/** A day in Chile, so many days from now: `2026-11-24`. */
export const dayIn = (days: number) => chileanDay(new Date(Date.now() + days * dayMs));
/** The last Tuesday before today. */
export function lastTuesday(): string {
  const days = Array.from({ length: 7 }, (_, index) => dayIn(-1 - index));
  return days.find((day) => new Date(day).getUTCDay() === 2)!;
}

/** The day on which a licence expires, at the end of a month in the next one. */
export const licenceDay = dayIn(3);

const asWritten = (day: string) => day.split('-').toReversed().join('-');

/** The middle of the next month, and that month as the filter of the documents calls it. */
export function nextMonth(): { readonly day: string; readonly name: string } {
  const [year = 0, month = 0] = dayIn(0).split('-').map(Number);
  const middle = new Date(Date.UTC(year, month, 15));
  const format = new Intl.DateTimeFormat('es-CL', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return { day: middle.toISOString().slice(0, 10), name: format.format(middle) };
}

export const vehicleFile = [
  'patente;clase;marca y modelo;color;asientos;maletas;registro',
  ...plates.map((plate) => `${shownPlate(plate)};transfer;Hyundai H-1;Blanco;8;6;`),
];

/** Drivers of the last shift share the first vehicles. */
export const driverFile = [
  'nombre;teléfono;código;patente',
  ...names.map(
    (name, index) => `${name};98765432${index % 10};${codeOf(index)};${plates[index % plates.length]}`,
  ),
];

/** 52 documents: a licence expires this week, a SOAP in the next month. */
export function documentFile(): readonly string[] {
  const far = '31-03-2035';
  const vehicles = plates.flatMap((plate, index) =>
    vehicleKinds.map((kind) => {
      const day = index === 1 && kind === 'SOAP' ? asWritten(nextMonth().day) : far;
      return `${shownPlate(plate)};${kind};;${day}`;
    }),
  );
  const drivers = names.map(
    (_, index) => `${codeOf(index)};Licencia A2;12.345.678-5;${index === 0 ? asWritten(licenceDay) : far}`,
  );
  return ['patente o código de conductor;tipo;número;vence', ...vehicles, ...drivers];
}

/** The days until the fifth: who drove on Tuesday, a complaint, a device that sleeps, a document that goes. */
export async function liveUntilFriday(server: string): Promise<void> {
  const idOf = async (table: string, column: string, value: string) => {
    const query = `${column}=eq.${encodeURIComponent(value)}&select=id`;
    const [found] = await rows<{ id: string }>(table, query, server);
    return found!.id;
  };
  const drove = await idOf('drivers', 'name', names[2]!);
  const vehicle_id = await idOf('vehicles', 'license_plate', plates[0]!);
  // Around 22:00 in Chile, in summer and in winter.
  const [started_at, ended_at] = ['20:00', '23:59'].map((time) => `${lastTuesday()}T${time}:00-03:00`);
  await write('shifts', { driver_id: drove, vehicle_id, started_at, ended_at }, server);
  const rated = await idOf('drivers', 'name', names[1]!);
  await write('reviews', { driver_id: rated, rating: 2, comment: 'Llegó tarde' }, server);
  const last_seen = new Date(Date.now() - 60 * 60_000).toISOString();
  const asleep = await idOf('drivers', 'name', names[3]!);
  await patch('devices', `driver_id=eq.${asleep}`, { last_seen }, server);
  const [kind_id, uninsured] = [
    await idOf('document_kinds', 'name', 'SOAP'),
    await idOf('vehicles', 'license_plate', plates[2]!),
  ];
  await remove('documents', `vehicle_id=eq.${uninsured}&kind_id=eq.${kind_id}`, server);
  await createDriver('Espera Rojas', server);
}

/** The invitation in the message of a chat link. */
export function invitationIn(href: string | null): string {
  const message = new URL(href ?? '').searchParams.get('text') ?? '';
  const link = /https?:\/\/\S+$/.exec(message)?.[0];
  if (!link) throw new Error(`there is no link in ${message}`);
  return link;
}

/** An invited driver accepts on the device that stands in the vehicle, and is signed in there. */
export async function acceptOn(device: Page, link: string, email: string, costs: Costs): Promise<void> {
  await device.goto(link);
  await costs.type(device.getByLabel(login.email, { exact: true }), email);
  await costs.type(device.getByLabel(login.password, { exact: true }), password);
  await costs.photograph(device);
  await costs.press(device.getByRole('button', { name: invitation.accept }));
  await expect(device).toHaveURL('/');
}

/** A section of the panel, in its place; each press counts. */
export async function goTo(page: Page, section: string, costs: Costs): Promise<void> {
  await openSection(page, section, (control) => costs.press(control));
}
