import { join } from 'node:path';
import { loadConfig } from '../config/config.ts';
import type { Name } from './people.ts';
import type { Project } from './test-project.ts';

export interface Walker {
  /** Row of `walkers`; nora and carla have none. */
  readonly walkerId: string | undefined;
}

const badges: Readonly<Partial<Record<Name, string>>> = { diego: 'DDDD11', elena: 'EEEE22' };

export const clubFolder = join(import.meta.dirname, 'project');

/** A walking club, which the backend's own tests stand on. */
export const club: Project<Walker> = {
  folder: clubFolder,
  template: 'template_club',
  environment: {},
  async configure(environment, change) {
    const config = change(await loadConfig(environment));
    return {
      config,
      options: {
        name: 'club',
        brandName: 'Walking Club',
        defaultLanguage: 'es',
        commonPasswords: ['verano'],
      },
    };
  },
  async addRows(db, { name, userId }) {
    const badge = badges[name];
    if (badge === undefined) return { walkerId: undefined };
    const [walker] = await db.query<{ id: string }>(
      `insert into public.walkers (name, badge, walker_code, contact, created_by)
       values ($1, $2, $3, '+56912345678', $4) returning id`,
      [name, badge, `C-${name}`, userId],
    );
    await db.query('insert into public.user_walkers values ($1, $2)', [userId, walker?.id]);
    return { walkerId: walker?.id };
  },
};
