import type { Backend } from '../../backend/index.ts';
import type { Content } from '../../shared/content/content.ts';
import { chileanDay } from '../../shared/chile/time.ts';
import { photoBucket, photoFolder } from '../../shared/limits.ts';
import type { StaffRole } from '../../shared/roles.ts';
import { openApi, type Api } from './api.ts';
import { printCards } from './cards.ts';
import { meetingPoints } from './meetingPoints.ts';
import { administrator, drivers, office, password, type DemoDriver } from './people.ts';
import { drawPortrait } from './portrait.ts';
import { writeRows, type Registered } from './rows.ts';

/** The driver whose licence expires, and who has sent its renewal. */
const renewing = 'elena@example.com';
const dayMs = 24 * 60 * 60 * 1000;

/** The id of an account, which is created unless a start that was cut has done so. */
async function createAccount({ db }: Backend, api: Api, email: string, role?: StaffRole): Promise<string> {
  const [known] = await db.query<{ id: string }>('select id from auth.users where email = $1', [email]);
  if (known) return known.id;
  const account = { email, password, email_confirm: true, app_metadata: role ? { role } : {} };
  const { id } = await api.asService<{ id: string }>('POST', '/auth/v1/admin/users', account);
  return id;
}

async function register(backend: Backend, api: Api, driver: DemoDriver): Promise<Registered> {
  const accountId = driver.email ? await createAccount(backend, api, driver.email) : undefined;
  const name = `${photoFolder}/${accountId ?? driver.code.toLowerCase()}-1.jpg`;
  await api.asService(
    'POST',
    `/storage/v1/object/${photoBucket}/${name}`,
    await drawPortrait(driver.portrait),
  );
  return { accountId, photoPath: `/storage/v1/object/public/${photoBucket}/${name}` };
}

/** Two changes of a price: one holds at once, and the other from a day that is announced. */
function raisePrices(content: Content): Content {
  const announced = chileanDay(new Date(Date.now() + 10 * dayMs));
  return {
    ...content,
    routes: content.routes.map((route) => {
      if (route.id === 'las-condes') return { ...route, prices: [{ pesos: 23_000 }] };
      if (route.id !== 'centro') return route;
      return { ...route, prices: [{ pesos: 15_000 }, { pesos: 16_500, validFrom: announced }] };
    }),
  };
}

async function publishContent(api: Api): Promise<void> {
  const call = await api.signIn(administrator, password);
  const [draft] = await call<[{ content: Content; version: number }]>(
    'GET',
    '/rest/v1/content_drafts?select=content,version',
  );
  const content = { ...raisePrices(draft.content), meetingPoints };
  const saved = { content, expected_version: draft.version };
  const version = await call<number>('POST', '/rest/v1/rpc/save_content', saved);
  const note = 'Tarifas de la temporada: Las Condes desde hoy, Centro con aviso';
  await call('POST', '/rest/v1/rpc/publish_content', { expected_version: version, note });
}

/** A driver sends the renewal of a licence, which waits for the administrator. */
async function sendRenewal({ db }: Backend, api: Api): Promise<void> {
  const [licence] = await db.query<{ kind_id: string; driver_id: string; waiting: boolean }>(
    `select d.kind_id, d.driver_id, exists (select from public.documents w
       where w.driver_id = d.driver_id and w.verified_at is null) as waiting
     from public.documents d join public.user_drivers link on link.driver_id = d.driver_id
       join auth.users u on u.id = link.user_id where u.email = $1 and d.verified_at is not null`,
    [renewing],
  );
  if (!licence || licence.waiting) return;
  const call = await api.signIn(renewing, password);
  const { kind_id, driver_id } = licence;
  const expires_on = chileanDay(new Date(Date.now() + 4 * 365 * dayMs));
  await call('POST', '/rest/v1/documents', { kind_id, driver_id, number: 'LIC-9100', expires_on });
}

/** Makes the company of the demo. A call after one that was cut completes it. @param version see `writeRows` */
export async function fillDemo(backend: Backend, version: string): Promise<void> {
  const api = openApi(backend);
  await createAccount(backend, api, administrator, 'admin');
  await createAccount(backend, api, office, 'office');
  const registered: Registered[] = [];
  // One after the other: a small machine would log slow requests.
  for (const driver of drivers) registered.push(await register(backend, api, driver));
  await publishContent(api);
  await backend.db.transaction((transaction) => writeRows(transaction, registered, version));
  await sendRenewal(backend, api);
  await printCards(backend, api);
}
