import type { LucideIcon } from 'lucide-react';
import type { StaffLanguage } from '../../../shared/staff-languages.ts';
import type { LazyMessages, StaffNamespace } from '../../i18n/messages.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import type * as icons from './icons.ts';
import type { Right } from './rights.ts';
import { sectionIds, type SectionId } from './sections.ts';

/** An act as its buttons show it. */
export interface NamedAct {
  /** Its name in the address. */
  readonly id: string;
  /** A verb: “Agregar auto”. */
  readonly title: string;
  readonly icon: LucideIcon;
  /** Whether the role has the act, where that takes a right. */
  readonly isFor?: () => boolean;
}

interface ActEntry<Own> {
  /** By its name: the search needs the acts without the pictures. */
  readonly icon: keyof typeof icons;
  /** In the words of its section, or those of the whole panel. */
  title(own: Own, admin: LazyMessages['admin']): string;
  /** The part of the section that has it. */
  readonly at?: Readonly<Record<string, string>>;
  /** It begins with a choice in the list, with these filters. */
  readonly from?: Readonly<Record<string, string>>;
  /** Beyond that of the section. */
  readonly right?: Right;
}

export interface SectionActs {
  readonly namespace: StaffNamespace;
  readonly entries: Readonly<Record<string, ActEntry<LazyMessages[StaffNamespace]>>>;
}

type ActsBySection = Readonly<Partial<Record<SectionId, SectionActs>>>;

const acts = <Name extends StaffNamespace, Id extends string>(
  namespace: Name,
  entries: Readonly<Record<Id, ActEntry<LazyMessages[Name]>>>,
) => ({ namespace, entries });

/** The acts of the sections, which their buttons show and the search finds, in the order in which it lists them. */
export const sectionActs = {
  trips: acts('trips', {
    new: { icon: 'Plus', title: (t) => t.add },
    import: { icon: 'ClipboardPaste', title: (t) => t.paste },
    tell: { icon: 'Megaphone', title: (t) => t.tell },
  }),
  cases: acts('cases', {
    reopen: { icon: 'RotateCcw', title: (t) => t.reopen, from: { state: 'closed' } },
    close: { icon: 'Check', title: (t) => t.close, from: {} },
    forget: { icon: 'Eraser', title: (t) => t.forget, from: {}, right: 'delete' },
  }),
  reviews: acts('reviews', {
    note: { icon: 'NotebookPen', title: (t) => t.note, from: {} },
    hide: { icon: 'EyeOff', title: (t) => t.visibility.hide, from: {} },
    show: { icon: 'Eye', title: (t) => t.visibility.show, from: { state: 'hidden' } },
  }),
  drivers: acts('newDrivers', {
    new: { icon: 'Plus', title: (t) => t.add },
    import: { icon: 'FileUp', title: (t) => t.file.open },
    invite: { icon: 'Mail', title: (t) => t.resend, from: { state: 'invited' } },
    approve: { icon: 'BadgeCheck', title: (_, { driverList: t }) => t.activate, from: { state: 'waiting' } },
    return: { icon: 'Undo2', title: (_, { driverLeaving: t }) => t.takeBack, from: { state: 'left' } },
    edit: { icon: 'Pencil', title: (_, { record: t }) => t.edit, from: {} },
    assign: { icon: 'CarFront', title: (_, { manyDrivers: t }) => t.assign, from: {} },
    print: { icon: 'Printer', title: (_, { selection: t }) => t.print, from: {} },
    leave: { icon: 'DoorOpen', title: (_, { driverLeaving: t }) => t.title, from: {} },
    delete: { icon: 'Trash2', title: (_, { record: t }) => t.delete, from: {}, right: 'delete' },
  }),
  announcements: acts('announcements', {
    new: { icon: 'Megaphone', title: (t) => t.write },
    withdraw: { icon: 'Undo2', title: (t) => t.withdraw.action, from: { state: 'current' } },
    delete: { icon: 'Trash2', title: (t) => t.delete.action, from: {}, right: 'delete' },
  }),
  vehicles: acts('vehicles', {
    new: { icon: 'Plus', title: (t) => t.add },
    import: { icon: 'FileUp', title: (t) => t.file.open },
    edit: { icon: 'Pencil', title: (_, { record: t }) => t.edit, from: {} },
    print: { icon: 'Printer', title: (_, { selection: t }) => t.print, from: {} },
    endShift: { icon: 'CircleStop', title: (t) => t.endShift, from: {} },
    delete: { icon: 'Trash2', title: (_, { record: t }) => t.delete, from: {}, right: 'delete' },
  }),
  shifts: acts('shiftRecords', { correct: { icon: 'Pencil', title: (t) => t.end.title, from: {} } }),
  documents: acts('documents', {
    new: { icon: 'FilePlus', title: (t) => t.add },
    import: { icon: 'FileUp', title: (t) => t.file.open },
    verify: { icon: 'BadgeCheck', title: (t) => t.verify, from: { view: 'list', state: 'waiting' } },
  }),
  content: acts('studio', {
    publish: { icon: 'Send', title: (t) => t.views.publish, from: { view: 'publish' }, right: 'publish' },
    raise: { icon: 'Percent', title: (t) => t.prices.raise.open, at: { view: 'prices' } },
    import: { icon: 'FileUp', title: (t) => t.prices.import.open, at: { view: 'prices' } },
    restore: { icon: 'Undo2', title: (t) => t.history.restore, from: { view: 'history' }, right: 'publish' },
  }),
  report: acts('report', { print: { icon: 'Printer', title: (t) => t.print, from: {} } }),
  users: acts('admin', {
    createUser: { icon: 'UserPlus', title: (t) => t.userForm.create },
    edit: { icon: 'Pencil', title: ({ record: t }) => t.edit, from: {} },
    download: { icon: 'Download', title: ({ userActs: t }) => t.download, from: {} },
    unblock: { icon: 'LockOpen', title: ({ userActs: t }) => t.unblock, from: {} },
    endDevices: { icon: 'LogOut', title: ({ userActs: t }) => t.endDevices, from: {} },
    block: { icon: 'Ban', title: ({ userActs: t }) => t.block, from: {} },
    delete: { icon: 'Trash2', title: ({ record: t }) => t.delete, from: {}, right: 'delete' },
  }),
  devices: acts('devices', {
    new: { icon: 'TabletSmartphone', title: (t) => t.setUp.action },
    show_name: { icon: 'Signpost', title: (t) => t.actions.show_name, from: {} },
    reload: { icon: 'RotateCw', title: (t) => t.actions.reload, from: {} },
    lock: { icon: 'Lock', title: (t) => t.actions.lock, from: {} },
    sign_out: { icon: 'LogOut', title: (t) => t.actions.sign_out, from: {} },
    withdraw: { icon: 'Undo2', title: (t) => t.withdraw, from: {} },
    forget: { icon: 'Trash2', title: (t) => t.forget, from: {}, right: 'delete' },
  }),
  printing: acts('printing', {
    new: { icon: 'Plus', title: (t) => t.receipt.add },
    void: { icon: 'Ban', title: (t) => t.voiding.confirm, from: { kind: 'receipt' } },
  }),
  rights: acts('rights', {
    new: { icon: 'Plus', title: (t) => t.add },
    extend: { icon: 'CalendarPlus', title: (t) => t.extend.button, from: { state: 'open' } },
    breach: { icon: 'Plus', title: (t) => t.breach.add, at: { view: 'breaches' } },
  }),
} satisfies ActsBySection;

export type ActSection = keyof typeof sectionActs;
export type ActOf<Section extends ActSection> = keyof (typeof sectionActs)[Section]['entries'];
/** A text for each act: the search has further words for them. */
export type ActTexts = { readonly [Section in ActSection]: Readonly<Record<ActOf<Section>, string>> };

/** An act as the search lists it. */
export interface ListedAct extends Pick<ActEntry<never>, 'at' | 'from' | 'right'> {
  readonly section: SectionId;
  readonly id: string;
  readonly title: string;
}

/** All acts with their titles. */
export async function loadActs(language: StaffLanguage): Promise<readonly ListedAct[]> {
  const admin = await loadNamespace('admin', language);
  const bySection: ActsBySection = sectionActs;
  const loads = sectionIds.map(async (section) => {
    const own = bySection[section];
    if (!own) return [];
    const words = await loadNamespace(own.namespace, language);
    return Object.entries(own.entries).map(([id, entry]) => ({
      ...entry,
      section,
      id,
      title: entry.title(words, admin),
    }));
  });
  return (await Promise.all(loads)).flat();
}
