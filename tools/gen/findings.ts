/**
 * Findings of an attack on an installation. Each has an automated test that names its identifier, or a reason in
 * `acceptedRisks` to leave it.
 */
export const findings = {
  V1: 'A long run of slashes in a storage listing blocks nothing',
  V2: 'Rejected and one-off statements keep no memory in PostgreSQL',
  V3: 'A flood without an account signs nobody out and keeps nobody from signing in',
  V4: 'Nobody can have somebody else’s photo deleted by naming it as their own',
  V5: 'Registering an address in advance does not make its holder an administrator',
  V6: 'Regular expressions in filters cost no database core',
  V7: 'Every parser takes linear time',
  V8: '`user_metadata` is bounded',
  V9: 'Remembered tokens are bounded in bytes and per session',
  V10: 'Websockets, their queues, joins and filters are bounded per network and account',
  V11: 'Nobody without an account sends anything to a tablet',
  V12: 'Wrong requests behind a shared address sign out none of its tablets',
  V13: 'A first second factor needs a fresh proof; the command line gives a locked-out owner the account back',
  V14: 'A stolen refresh token ends the session once it is noticed; the owner and the audit log learn of it',
  V15: 'A photo cannot be exchanged after approval',
  V16: 'Wrong passwords from many networks do not lock the owner out',
  V17: 'An account made in advance is not shared with the owner of its address',
  V18: 'No link changes who is signed in without a question; providers answer only the browser that asked',
  V19: 'A rating is moved only by passengers with a link, or by the tablet within its own limit',
  V20: 'One stranger cannot use up everybody’s mails',
  V21: 'The photos of one account are bounded',
  V22: 'SAML responses are bounded before they are parsed',
  'V23.1': 'POST /otp does not reveal whether an address has an account',
  'V23.2': 'The text of a link does not appear as the text of the app',
  'V23.3': 'A signed upload URL ends with the account that made it',
  'V23.4': 'A DELETE event of postgres_changes shows the id of the row to everybody who may read the table',
  'V23.5': 'A rolled-back write does not probe for plates and codes; estimates reveal no hidden numbers',
  'V23.6': 'Wrong TOTP codes do not lock the owner out of the factor',
  'V23.7': 'The panel refuses weak passwords for new accounts',
  'V23.8': 'Broken-off bodies are no errors in log or metrics',
  'V23.9': 'A megabyte of CSV does not hold the event loop',
  'V23.10': 'Files of the data folder are readable by the server only',
  'V23.11': 'Nobody can name somebody else’s photo as their own',
  'V23.12': 'A malleated ES256 signature is no second token',
  'V23.13': 'An anonymous user does not create a driver record',
  N1: 'Only drivers whom an administrator made active get the company’s vehicles, documents and plates',
  N2: 'A thief with a copy of the tokens cannot follow the session: reuse after the owner has moved on ends it',
  N3: 'The shipped files for PostgreSQL that fails over run no command for a caller without a password',
  N4: 'A driver’s record names no file of another driver, whatever path it writes',
  N5: 'A link to a private file lives for minutes, and ends with the session that made it',
  N6: 'A header in which a client claims an address moves no limit of a function',
  N7: 'A session that a link set up on a device counts as no fresh proof of its owner',
  N8: 'A private file is what its type says, and is always served as a download',
  N9: 'Accounts that ask expensive questions do not slow others down, and set off no alarms',
  N10: 'The data of an account hold no acts of somebody who had its address before',
  N11: 'A driver whom no administrator has approved does not list the fleet',
  N12: 'Errors show no row to callers, and racing take-overs are answered as what they are',
} as const;

export type FindingId = keyof typeof findings;

/** Findings that stay as they are, with the reason printed in `docs/checks.md`. */
export const acceptedRisks: Partial<Record<FindingId, string>> = {
  'V23.4':
    'A DELETE event carries only the primary key, a random UUID that opens nothing. Row-level security cannot be asked about a row that is gone, and hosted Supabase does the same. Callers who may not read the table get nothing.',
};
