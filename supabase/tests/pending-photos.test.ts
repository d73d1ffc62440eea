import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enforceRetention } from '../../backend/retention/schedule.ts';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { file, photoKey, picture, storageClient } from '../../backend/testing/storage.ts';

type Name = 'diego' | 'elena' | 'nora' | 'carla';

interface Photos {
  readonly photo_url: string | null;
  readonly pending_photo_url: string | null;
  readonly version: number;
}

const path = (key: string) => `/storage/v1/object/public/imagenes/${key}`;

/** The actions of people on their photos, on one server. */
function acts(server: ProductApp) {
  const json = (body: object) => ({
    headers: { 'content-type': 'application/json', prefer: 'return=representation' },
    body: JSON.stringify(body),
  });
  return {
    async upload(name: Name, owner: Name = name): Promise<string> {
      const key = photoKey(server.as(owner).userId, `${randomUUID()}.jpg`);
      const { error } = await storageClient(server, server.as(name).token)
        .from('imagenes')
        .upload(key, file(await picture()));
      expect(error).toBeNull();
      return key;
    },
    change: (name: Name, photoUrl: string | null) =>
      server.as(name).request('/rest/v1/rpc/change_own_photo', {
        method: 'POST',
        ...json({ photo_url: photoUrl }),
      }),
    write: (name: Name, driver: Name, fields: object) =>
      server.as(name).request(`/rest/v1/drivers?id=eq.${server.as(driver).driverId}`, {
        method: 'PATCH',
        ...json(fields),
      }),
    async photosOf(name: Name): Promise<Photos> {
      const [row] = await server.context.db.query<Photos>(
        'select photo_url, pending_photo_url, version from drivers where id = $1',
        [server.as(name).driverId],
      );
      return row!;
    },
    async isServed(key: string): Promise<boolean> {
      return (await server.request(path(key))).status === 200;
    },
    /** The address that a passenger's phone gets. */
    async shownOf(name: Name): Promise<unknown> {
      const [{ code }] = (await server.context.db.query(
        'select verification_code as code from drivers where id = $1',
        [server.as(name).driverId],
      )) as [{ code: string }];
      const response = await server.request('/rest/v1/rpc/verify_driver', {
        method: 'POST',
        ...json({ code }),
      });
      const [driver] = (await response.json()) as { photo_url: string | null }[];
      return driver?.photo_url;
    },
  };
}

async function reset(server: ProductApp): Promise<void> {
  await server.context.db.query(
    'update drivers set photo_url = null, pending_photo_url = null, approved = true',
  );
  await server.context.db.query('delete from storage.objects');
}

async function codeOf(response: Response): Promise<unknown> {
  return ((await response.json()) as { code?: unknown }).code;
}

describe('where drivers are approved automatically', () => {
  let server: ProductApp;
  let act: ReturnType<typeof acts>;
  beforeAll(async () => {
    server = await startProductApp();
    act = acts(server);
  });
  afterAll(() => server[Symbol.asyncDispose]());
  beforeEach(() => reset(server));

  test('a driver changes the own photo at once, and may then delete the one before', async () => {
    const [before, after] = [await act.upload('diego'), await act.upload('diego')];
    for (const key of [before, after])
      expect((await act.change('diego', `${server.context.config.publicUrl}${path(key)}`)).status).toBe(204);
    expect(await act.photosOf('diego')).toMatchObject({ photo_url: path(after), pending_photo_url: null });
    expect(await act.shownOf('diego')).toBe(path(after));
    const own = storageClient(server, server.as('diego').token).from('imagenes');
    expect((await own.remove([before, after])).data).toHaveLength(1);
    expect([await act.isServed(before), await act.isServed(after)]).toEqual([false, true]);
  });

  test('nobody shows a photo of somebody else, one that was never uploaded, or none', async () => {
    const others = await act.upload('elena');
    const ofCarla = await act.upload('carla');
    const { userId } = server.as('diego');
    const refused = [
      path(others),
      path(ofCarla),
      path(photoKey(userId)),
      `${path(photoKey(userId))}?v=2`,
      'https://elsewhere.example/face.jpg',
      'javascript:alert(1)',
      null,
    ];
    for (const address of refused) {
      const response = await act.change('diego', address);
      expect([response.status, await codeOf(response)], String(address)).toEqual([403, 'photo_not_own']);
    }
    expect(await act.photosOf('diego')).toMatchObject({ photo_url: null, pending_photo_url: null });
  });

  test('only a driver has an own photo', async () => {
    const key = await act.upload('nora');
    const response = await act.change('nora', path(key));
    expect([response.status, await codeOf(response)]).toEqual([403, 'not_a_driver']);
    const nobody = await server.request('/rest/v1/rpc/change_own_photo', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ photo_url: path(key) }),
    });
    expect(nobody.status).toBe(401);
  });

  test('an administrator uploads a photo below the prefix of the driver’s account, which then has it', async () => {
    const key = await act.upload('carla', 'diego');
    const changed = await act.write('carla', 'diego', {
      photo_url: path(key),
      version: (await act.photosOf('diego')).version,
    });
    expect(changed.status).toBe(200);
    expect(await act.shownOf('diego')).toBe(path(key));
    const own = storageClient(server, server.as('diego').token).from('imagenes');
    expect((await own.remove([key])).data).toEqual([]);
  });
});

describe('where the company approves drivers', () => {
  let server: ProductApp;
  let act: ReturnType<typeof acts>;
  let approved: string;
  beforeAll(async () => {
    server = await startProductApp({ environment: { DRIVER_APPROVAL: 'manual' } });
    act = acts(server);
  });
  afterAll(() => server[Symbol.asyncDispose]());
  beforeEach(async () => {
    await reset(server);
    approved = await act.upload('diego');
    await act.write('carla', 'diego', { photo_url: path(approved) });
  });

  async function ask(): Promise<string> {
    const key = await act.upload('diego');
    expect((await act.change('diego', path(key))).status).toBe(204);
    return key;
  }

  test('a new photo waits, and passengers see the approved one meanwhile', async () => {
    const asked = await ask();
    expect(await act.photosOf('diego')).toMatchObject({
      photo_url: path(approved),
      pending_photo_url: path(asked),
    });
    expect(await act.shownOf('diego')).toBe(path(approved));
  });

  test('V15: a photo that waits is neither replaced nor deleted by its driver while somebody decides', async () => {
    const asked = await ask();
    const own = storageClient(server, server.as('diego').token).from('imagenes');
    const face = file(await picture(20, 20));
    expect((await own.remove([asked])).data).toEqual([]);
    expect((await own.upload(asked, face, { upsert: true })).error).not.toBeNull();
    expect((await own.update(asked, face)).error).not.toBeNull();
    expect((await own.move(asked, photoKey(server.as('diego').userId, 'x.jpg'))).error).not.toBeNull();
  });

  test('the administrator accepts it: it is shown, and nothing waits any more', async () => {
    const asked = await ask();
    const { version } = await act.photosOf('diego');
    expect((await act.write('carla', 'diego', { photo_url: path(asked), version })).status).toBe(200);
    expect(await act.photosOf('diego')).toMatchObject({ photo_url: path(asked), pending_photo_url: null });
    expect(await act.shownOf('diego')).toBe(path(asked));
  });

  test('the administrator rejects it: the approved one stays', async () => {
    const asked = await ask();
    const { version } = await act.photosOf('diego');
    expect((await act.write('carla', 'diego', { pending_photo_url: null, version })).status).toBe(200);
    expect(await act.photosOf('diego')).toMatchObject({ photo_url: path(approved), pending_photo_url: null });
    const own = storageClient(server, server.as('diego').token).from('imagenes');
    expect((await own.remove([asked])).data).toHaveLength(1);
  });

  test('V15: a photo that the administrator has not seen is not accepted', async () => {
    const seen = await ask();
    const { version } = await act.photosOf('diego');
    await ask();
    const late = await act.write('carla', 'diego', { photo_url: path(seen), version });
    expect([late.status, await codeOf(late)]).toEqual([409, 'edit_conflict']);
    expect(await act.shownOf('diego')).toBe(path(approved));
  });

  test('V15: a driver neither approves the own photo nor writes one to be approved in the record', async () => {
    const asked = await ask();
    for (const fields of [{ photo_url: path(asked) }, { pending_photo_url: null }]) {
      const response = await act.write('diego', 'diego', fields);
      expect([response.status, await response.json()]).toEqual([200, []]);
    }
    expect(await act.photosOf('diego')).toMatchObject({
      photo_url: path(approved),
      pending_photo_url: path(asked),
    });
  });

  test('V23.11: an administrator gives nobody the photo of another driver to wait', async () => {
    const others = await act.upload('elena');
    const response = await act.write('carla', 'diego', { pending_photo_url: path(others) });
    expect([response.status, await codeOf(response)]).toEqual([403, 'photo_not_own']);
  });

  test('choosing the approved photo again withdraws the one that waits', async () => {
    await ask();
    expect((await act.change('diego', path(approved))).status).toBe(204);
    expect(await act.photosOf('diego')).toMatchObject({ photo_url: path(approved), pending_photo_url: null });
  });

  test('F10: a photo that waits stays as long as it takes; one that was decided against goes within a day', async () => {
    const rejected = await ask();
    const asked = await ask();
    await enforceRetention(server.context, new Date(Date.now() + 3 * 24 * 60 * 60_000));
    const served = await Promise.all([approved, asked, rejected].map((key) => act.isServed(key)));
    expect(served).toEqual([true, true, false]);
  });

  test('the photo that waits is in the driver’s own data', async () => {
    const asked = await ask();
    const response = await server.as('diego').request('/rest/v1/rpc/personal_data', { method: 'POST' });
    expect(await response.json()).toMatchObject({ drivers: [{ pending_photo_url: path(asked) }] });
  });
});
