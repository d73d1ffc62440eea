import { buildCatalog } from '../catalog/load.ts';
import type { KeyRow, RoutineRow, TableRow } from '../catalog/queries.ts';
import type { Catalog } from '../catalog/types.ts';

const types: Readonly<Record<string, string>> = { data: 'jsonb', words: 'tsvector' };

function table(oid: number, name: string, columns: readonly string[]): TableRow {
  return {
    oid,
    schema: 'public',
    name,
    isView: false,
    hidesRows: true,
    isPartition: false,
    checks: [],
    columns: columns.map((column, index) => {
      const type = types[column] ?? 'text';
      return {
        number: index + 1,
        name: column,
        type,
        baseType: type,
        default: null,
        declaredLength: null,
        domainChecks: [],
      };
    }),
  };
}

function primary(table: number, ...columns: number[]): KeyRow {
  return { name: `${table}_pkey`, type: 'p', table, columns, target: 0, targetColumns: null };
}

function foreign(name: string, table: number, column: number, target: number): KeyRow {
  return { name, type: 'f', table, columns: [column], target, targetColumns: [1] };
}

function routine(name: string, parameters: RoutineRow['parameters']): RoutineRow {
  return {
    schema: 'public',
    name,
    volatile: false,
    returnsSet: true,
    returns: 'composite',
    returnsTable: { schema: 'public', name: 'walkers' },
    callable: true,
    rows: 1000,
    ofTable: null,
    parameters,
  };
}

const place = { name: 'place', type: 'text', required: true, variadic: false };

/** A small catalog for tests of the planner: walkers with opinions, a car and a spare car, and tags. */
export function testCatalog(): Catalog {
  return buildCatalog(
    {
      tables: [
        table(1, 'walkers', ['id', 'name', 'data', 'words', 'car_id', 'spare_id', 'boss_id']),
        table(2, 'opinions', ['id', 'walker_id', 'rating']),
        table(3, 'cars', ['id', 'badge']),
        table(4, 'tags', ['id', 'word']),
        table(5, 'walker_tags', ['walker_id', 'tag_id']),
      ],
      keys: [
        ...[1, 2, 3, 4].map((each) => primary(each, 1)),
        primary(5, 1, 2),
        foreign('walkers_car_id_fkey', 1, 5, 3),
        foreign('walkers_spare_id_fkey', 1, 6, 3),
        foreign('walkers_boss_id_fkey', 1, 7, 1),
        foreign('opinions_walker_id_fkey', 2, 2, 1),
        foreign('walker_tags_walker_id_fkey', 5, 1, 1),
        foreign('walker_tags_tag_id_fkey', 5, 2, 4),
      ],
      views: [],
      settings: [],
      routines: [
        routine('nearby', [place]),
        routine('nearby', [place, { ...place, name: 'radius', type: 'integer', required: false }]),
        routine('log_body', [{ ...place, name: '', type: 'json' }]),
      ],
    },
    ['public'],
  );
}
