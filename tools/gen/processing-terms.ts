import { allSettings } from '../../server/settings/table.ts';

/** The legal bases of law 21.719 (articles 12 and 13 of law 19.628 as amended) that the product relies on. */
const bases = {
  consent: 'consent (art. 12)',
  contract: 'contract with the driver or the employee (art. 13)',
  law: 'legal obligation (art. 13)',
  tickets: 'consent (art. 12) for cases, legal obligation (art. 13) for requests',
  interest: 'legitimate interest: security of accounts and of the service (art. 13)',
  claims: 'establishment and defence of claims (art. 13)',
} as const;

/** The entry of a table with data about people. Columns are separated by spaces. */
export interface Processing {
  readonly what: string;
  readonly why: string;
  readonly basis: keyof typeof bases;
  readonly until: string;
  readonly seenBy: string;
  /** The receivers outside of the server. */
  readonly goesTo: string;
  readonly personal: string;
  readonly other: string;
}

/** The days of a setting, as `CASE_RETENTION_DAYS (90)`. @throws Error for an unknown setting */
export function days(name: string): string {
  const setting = allSettings.find((each) => each.name === name);
  if (!setting) throw new Error(`There is no setting ${name}`);
  return `\`${name}\` (${setting.default}) days`;
}

export const nobody = 'nobody';
export const mailServer = 'the company’s mail server';
export const server = 'only the server';
export const office = 'administrators and the office';
export const administrators = 'administrators';
export const person = 'the person';
export const withAccount = 'the account is deleted';
export const account = { basis: 'contract', until: withAccount, seenBy: server, goesTo: nobody } as const;
export const security = {
  why: 'security of sign-ins',
  basis: 'interest',
  seenBy: server,
  goesTo: nobody,
} as const;
export const caseData = `${days('CASE_RETENTION_DAYS')} after closing`;
export const rightsData = 'four years after closing';

export const mails = {
  why: 'each mail goes once',
  basis: 'interest',
  until: 'with the account',
  seenBy: server,
  goesTo: nobody,
} as const;

/** The legal basis in words. */
export const basisOf = ({ basis }: Processing): string => bases[basis];
