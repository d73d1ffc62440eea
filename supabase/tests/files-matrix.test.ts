import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { actors, createActors, type Actor, type Actors } from '../../server/testing/actors.ts';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { differences, readExpectations, type Expectation } from '../../server/testing/expectations.ts';
import { photoKey, picture } from '../../backend/testing/storage.ts';

/** Compares every caller's permissions on every bucket with `files.expected.md`. */
const expectations = await readExpectations(join(import.meta.dirname, 'files.expected.md'));
const subjects = [...new Set(expectations.map(({ about }) => about))];

let server: ProductApp;
let everybody: Actors;
let names: Readonly<Record<string, string>>;
let jpeg: Blob;

const pdf = new Blob(['%PDF-1.4\n%%EOF\n'], { type: 'application/pdf' });

/** The version of each file of the start, by bucket and name. */
const versions = new Map<string, string>();

/**
 * The buckets of photos and documents with those of Diego and Elena, that of pictures with one, and nothing else. Uploads
 * only what has changed: the re-encoding of a photo takes longer than the request that is tried.
 */
async function reset(): Promise<void> {
  const { db } = server.context;
  const untouched = await db.query<{ file: string }>(
    `with known as (select * from unnest($1::text[], $2::text[]) as known (file, version)),
       removed as (delete from storage.objects
         where (bucket_id || '/' || name, version) not in (select file, version from known))
     select file from known
       where (file, version) in (select bucket_id || '/' || name, version from storage.objects)`,
    [[...versions.keys()], [...versions.values()]],
  );
  await db.query(
    `delete from storage.buckets where id not in ('imagenes', 'contenido', 'documentos', 'casos')`,
  );
  const files = [
    `imagenes/${names['photo']}`,
    `imagenes/${names['elenaPhoto']}`,
    `contenido/${names['poster']}`,
    `documentos/${names['document']}`,
    `documentos/${names['elenaDocument']}`,
    `documentos/${names['vehicleDocument']}`,
    `casos/${names['otherCasePhoto']}`,
  ];
  for (const file of files.filter((each) => !untouched.some((object) => object.file === each))) {
    const init = { method: 'POST', body: file.endsWith('.pdf') ? pdf : jpeg };
    const uploaded = await everybody.request('service', `/storage/v1/object/${file}`, init);
    expect(uploaded.status).toBe(200);
    const [stored] = await db.query<{ version: string }>(
      `select version from storage.objects where bucket_id || '/' || name = $1`,
      [file],
    );
    versions.set(file, stored!.version);
  }
}

/** Files of documents: Diego's, Elena's, and that of the vehicle that Diego, Vera and Luis are assigned to. */
async function documentNames(): Promise<Readonly<Record<string, string>>> {
  const { driverId: diego } = server.as('diego');
  const { driverId: elena } = server.as('elena');
  const [vehicle] = await server.context.db.query<{ id: string }>(
    `with car as (insert into vehicles (license_plate) values ('TAXI01') returning id)
     insert into vehicle_drivers select id, $1 from car returning vehicle_id as id`,
    [diego],
  );
  for (const [name, plate, column] of [
    ['vera', 'VERA11', 'approved_at'],
    ['luis', 'LUIS11', 'left_at'],
  ] as const)
    await server.context.db.query(
      `with driver as (
         insert into drivers (name, license_plate, driver_code, created_by, ${column})
         values ($1, $2, $1, $3, ${column === 'left_at' ? 'now()' : 'null'}) returning id
       ), link as (insert into user_drivers select $3, id from driver)
       insert into vehicle_drivers select $4, id from driver`,
      [name, plate, everybody.userId(name), vehicle!.id],
    );
  return {
    diegoDriver: diego!,
    diegoVehicle: vehicle!.id,
    document: `drivers/${diego}/licence.pdf`,
    elenaDocument: `drivers/${elena}/licence.pdf`,
    vehicleDocument: `vehicles/${vehicle!.id}/permit.pdf`,
  };
}

/** The photos of two cases, of which one has arrived. */
async function casePhotos(): Promise<Readonly<Record<string, string>>> {
  const photos = { casePhoto: `${randomUUID()}.jpg`, otherCasePhoto: `${randomUUID()}.jpg` };
  for (const photo of Object.values(photos))
    await server.context.db.query(
      `with ticket as (
         insert into tickets (subject, kind, language, body, due_on) values ('case', 'lost', 'de', 'Handy', now())
         returning id)
       insert into cases (id, photo) select id, $1 from ticket`,
      [photo],
    );
  return photos;
}

beforeAll(async () => {
  server = await startProductApp();
  everybody = await createActors(server);
  jpeg = new Blob([new Uint8Array(await picture(8, 8))], { type: 'image/jpeg' });
  const diego = everybody.userId('diego');
  names = {
    diego,
    photo: photoKey(diego),
    elenaPhoto: photoKey(everybody.userId('elena')),
    poster: 'poster.jpg',
    ...(await documentNames()),
    ...(await casePhotos()),
  };
  await reset();
});
afterAll(() => server[Symbol.asyncDispose]());

function fill(text: string, actor: Actor): string {
  const own = { ...names, self: everybody.userId(actor), new: randomUUID() } as Record<string, string>;
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (own[name] === undefined) throw new Error(`nothing is called {${name}}`);
    return own[name];
  });
}

/** Sends the request as somebody and puts the files back. */
async function outcome({ method, path, body }: Expectation, actor: string): Promise<string> {
  const who = actor as Actor;
  const sent = body === 'jpeg' ? jpeg : body === 'pdf' ? pdf : body && fill(body, who);
  const response = await everybody.request(who, `/storage/v1/${fill(path, who)}`, {
    method,
    ...(sent !== undefined && { body: sent }),
    ...(typeof sent === 'string' && { headers: { 'content-type': 'application/json' } }),
  });
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const answer: unknown = isJson ? await response.json() : await response.arrayBuffer();
  if (!response.ok) {
    const { statusCode, code } = answer as { statusCode: string; code: string };
    return `${statusCode} ${code}`;
  }
  if (method !== 'GET') await reset();
  return Array.isArray(answer) ? String(answer.length) : 'yes';
}

test.each(subjects)('R1 %s: everybody may do what is written down, and nothing else', async (subject) => {
  const own = expectations.filter(({ about }) => about === subject);
  for (const { outcomes } of own) expect([...outcomes.keys()]).toEqual([...actors]);
  expect(await differences(own, outcome)).toEqual([]);
});

test('R1 every bucket has its rows, for everything that can be done with a file', async () => {
  const buckets = await server.context.db.query<{ id: string }>('select id from storage.buckets order by id');
  const verbs = ['upload', 'replace', 'sign', 'read', 'list', 'move', 'copy', 'delete'];
  for (const { id } of buckets) {
    const own = expectations.filter(({ about }) => about === id).map(({ what }) => what.split(' ')[0]);
    expect([id, [...new Set(own)].sort()]).toEqual([id, [...verbs].sort()]);
  }
  expect(subjects).toEqual([...buckets.map(({ id }) => id), 'buckets']);
});

test('F2 R1 what anybody reads by its exact name is found by nobody without it', async () => {
  await reset();
  const address = `/storage/v1/object/public/imagenes/${names['photo']}`;
  expect((await everybody.request('anon', address)).status).toBe(200);
  for (const guess of ['', 'profile-photos', 'profile-photos/', `profile-photos/${names['diego']}`]) {
    const response = await everybody.request('anon', `/storage/v1/object/public/imagenes/${guess}`);
    expect([guess, response.ok]).toEqual([guess, false]);
  }
});
