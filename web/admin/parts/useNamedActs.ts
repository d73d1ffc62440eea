import { use } from 'react';
import { useNamespace } from '../../i18n/namespaces.ts';
import {
  sectionActs,
  type ActOf,
  type ActSection,
  type NamedAct,
  type SectionActs,
} from '../registry/acts.ts';
import * as icons from '../registry/icons.ts';
import { hasRight } from '../registry/rights.ts';
import { RoleContext } from './useMay.ts';

const pictures: Readonly<typeof icons> = icons;

/** The acts of a section with their titles, for its buttons and the lists of acts on its records. */
export function useNamedActs<Section extends ActSection>(
  section: Section,
): Readonly<Record<ActOf<Section>, NamedAct>> {
  const { namespace, entries }: SectionActs = sectionActs[section];
  const own = useNamespace(namespace);
  const admin = useNamespace('admin');
  const role = use(RoleContext);
  const named = Object.entries(entries).map(([id, { icon, title, right }]) => {
    const allowing = right && { isFor: () => hasRight(role, right) };
    return [id, { id, title: title(own, admin), icon: pictures[icon], ...allowing }];
  });
  return Object.fromEntries(named) as Readonly<Record<ActOf<Section>, NamedAct>>;
}
