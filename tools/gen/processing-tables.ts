import { allSettings } from '../../server/settings/table.ts';

/** The legal bases of law 21.719 (articles 12 and 13 of law 19.628 as amended) that the product relies on. */
const bases = {
  consent: 'consent (art. 12)',
  contract: 'contract with the driver or the employee (art. 13)',
  law: 'legal obligation (art. 13)',
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
function days(name: string): string {
  const setting = allSettings.find((each) => each.name === name);
  if (!setting) throw new Error(`There is no setting ${name}`);
  return `\`${name}\` (${setting.default}) days`;
}

const nobody = 'nobody';
const mailServer = 'the company’s mail server';
const server = 'only the server';
const office = 'administrators and the office';
const administrators = 'administrators';
const person = 'the person';
const withAccount = 'the account is deleted';
const account = { basis: 'contract', until: withAccount, seenBy: server, goesTo: nobody } as const;
const security = { why: 'security of sign-ins', basis: 'interest', seenBy: server, goesTo: nobody } as const;
const caseData = `${days('CASE_RETENTION_DAYS')} after closing`;
const rightsData = 'four years after closing';

/** The legal basis in words. */
export const basisOf = ({ basis }: Processing): string => bases[basis];

/** The tables that hold personal data, with every one of their columns. */
export const personalTables: Readonly<Record<string, Processing>> = {
  'auth.users': {
    ...account,
    what: 'accounts: e-mail, telephone, hashed password, role, times of sign-ins',
    why: 'signing in and recovering access',
    seenBy: `${person}, ${administrators}`,
    goesTo: `${mailServer}; the SMS service, where one is configured`,
    personal:
      'id role email encrypted_password email_confirmed_at invited_at confirmation_sent_at recovery_sent_at email_change email_change_sent_at last_sign_in_at raw_app_meta_data raw_user_meta_data phone phone_confirmed_at phone_change phone_change_sent_at confirmed_at banned_until reauthentication_sent_at deleted_at created_at updated_at',
    other:
      'instance_id aud confirmation_token recovery_token email_change_token_new is_super_admin phone_change_token email_change_token_current email_change_confirm_status reauthentication_token is_sso_user is_anonymous',
  },
  'auth.identities': {
    ...account,
    what: 'the ways to sign in, with the data that a provider gives',
    why: 'signing in with another service',
    seenBy: `${person}, ${administrators}`,
    goesTo: 'the provider that the person chooses',
    personal: 'provider_id user_id identity_data provider last_sign_in_at email created_at updated_at',
    other: 'id',
  },
  'auth.sessions': {
    ...security,
    what: 'sessions: browser, address, times',
    until: 'signing out, or the lifetimes in `supabase/config.toml`',
    seenBy: `${person}, ${administrators} in the file of personal data`,
    personal: 'user_id created_at updated_at refreshed_at user_agent ip unconfirmed_since',
    other: 'id factor_id aal not_after tag',
  },
  'auth.refresh_tokens': {
    ...security,
    what: 'hashes of the tokens of sessions',
    until: 'the session ends',
    personal: 'user_id created_at updated_at',
    other: 'id instance_id token revoked parent session_id',
  },
  'auth.mfa_factors': {
    ...security,
    what: 'second factors: name, telephone, sealed secret',
    until: withAccount,
    seenBy: `${person}, ${administrators}`,
    goesTo: 'the SMS service, for a factor by telephone',
    personal: 'user_id friendly_name phone last_challenged_at web_authn_credential created_at updated_at',
    other: 'id factor_type status secret last_totp_step web_authn_aaguid',
  },
  'auth.mfa_challenges': {
    ...security,
    what: 'second factors under way: address',
    until: 'a day',
    personal: 'ip_address created_at verified_at',
    other: 'id factor_id otp_code web_authn_session_data',
  },
  'auth.mfa_amr_claims': {
    ...security,
    what: 'the ways in which a session was proved',
    until: 'the session ends',
    personal: 'authentication_method created_at updated_at',
    other: 'id session_id',
  },
  'auth.webauthn_credentials': {
    ...security,
    what: 'passkeys: name, public key, times',
    until: 'the owner or an administrator removes it',
    seenBy: `${person}, ${administrators}`,
    personal: 'user_id friendly_name created_at updated_at last_used_at',
    other:
      'id credential_id public_key attestation_type aaguid sign_count transports backup_eligible backed_up',
  },
  'auth.webauthn_challenges': {
    ...security,
    what: 'passkeys under way',
    until: 'a day',
    personal: 'user_id created_at',
    other: 'id challenge_type session_data expires_at',
  },
  'auth.known_networks': {
    ...security,
    what: 'networks of sign-ins, as keyed hashes',
    until: withAccount,
    personal: 'user_id network used_at',
    other: '',
  },
  'auth.flow_state': {
    ...security,
    what: 'sign-ins under way, with tokens of the provider',
    until: 'a day',
    personal:
      'user_id provider_access_token provider_refresh_token pending_identity referrer created_at updated_at',
    other:
      'id auth_code code_challenge_method code_challenge provider_type authentication_method auth_code_issued_at invite_token oauth_client_state_id linking_target_id email_optional linking_session_id',
  },
  'auth.one_time_tokens': {
    ...security,
    what: 'codes and links under way',
    until: 'a day',
    personal: 'user_id relates_to created_at updated_at',
    other: 'id token_type token_hash',
  },
  'auth.saml_relay_states': {
    ...security,
    what: 'sign-ins with the company’s directory under way',
    until: 'a day',
    personal: 'for_email created_at updated_at',
    other: 'id sso_provider_id request_id redirect_to flow_state_id',
  },
  'auth.audit_log_entries': {
    ...security,
    what: 'the audit log of sign-ins and refusals: act, account, address',
    until: days('AUDIT_RETENTION_DAYS'),
    seenBy: administrators,
    personal: 'payload created_at ip_address',
    other: 'instance_id id',
  },
  'private.audit': {
    ...security,
    what: 'the audit log of the product: act, account, address',
    until: days('AUDIT_RETENTION_DAYS'),
    seenBy: administrators,
    personal: 'created_at payload ip_address',
    other: 'id',
  },
  'public.drivers': {
    what: 'drivers: name, plate, code, telephone, photo, rating',
    why: 'showing passengers who drives; running the service',
    basis: 'contract',
    until: `the driver is deleted, or ${days('FORMER_DRIVER_RETENTION_DAYS')} after leaving`,
    seenBy: `${person}, ${office}; passengers see name, photo, plate, code and rating`,
    goesTo: 'passengers, on the screen and on the page of the verification code',
    personal:
      'id name license_plate driver_code photo_url contact created_by review_count rating_total average_rating created_at verification_code approved pending_photo_url approved_at approved_by has_account left_at left_by state',
    other: 'version',
  },
  'public.user_drivers': {
    ...account,
    what: 'the account of a driver',
    why: 'a driver signs in on the tablet',
    seenBy: `${person}, ${office}`,
    personal: 'user_id driver_id',
    other: '',
  },
  'public.driver_invitations': {
    what: 'invitations of drivers: driver, account, times',
    why: 'a driver gets an account without sharing a password',
    basis: 'contract',
    until: '30 days after they expire, when the next is made; with the driver',
    seenBy: office,
    goesTo: 'the driver, by WhatsApp or mail that the office sends',
    personal: 'driver_id created_at used_at used_by withdrawn_at',
    other: 'id token_hash expires_at',
  },
  'public.consents': {
    what: 'accepted versions of the policy',
    why: 'proof of consent',
    basis: 'law',
    until: withAccount,
    seenBy: `${person}, ${administrators}`,
    goesTo: nobody,
    personal: 'user_id policy_version accepted_at',
    other: '',
  },
  'public.reviews': {
    what: 'ratings of drivers: stars, time; no passenger',
    why: 'quality of the service',
    basis: 'interest',
    until: 'an administrator deletes them; without driver once the driver is deleted',
    seenBy: `${person}, ${office}; passengers see the average`,
    goesTo: 'passengers, as an average',
    personal: 'driver_id rating user_name comment created_at',
    other: 'id idempotency_key by_link shown_link',
  },
  'public.shifts': {
    what: 'shifts: driver, vehicle, tablet, times; name, code and telephone as they were',
    why: 'answering who drove a vehicle',
    basis: 'claims',
    until: `${days('SHIFT_RETENTION_DAYS')} after the end`,
    seenBy: `${person}, ${office}`,
    goesTo: 'insurer or police, when the company answers them',
    personal:
      'driver_id vehicle_id device_id started_at ended_at took_over driver_name driver_code driver_phone license_plate account_id',
    other: 'id',
  },
  'public.vehicles': {
    what: 'vehicles: plate, model, registration',
    why: 'running the service; a plate leads to its driver',
    basis: 'contract',
    until: 'an administrator deletes them',
    seenBy: `drivers of the vehicle, ${office}`,
    goesTo: 'passengers see the plate',
    personal: 'license_plate registration_number',
    other: 'id class brand_model colour seats bags created_at version',
  },
  'public.vehicle_drivers': {
    what: 'which drivers may take a vehicle',
    why: 'running the service',
    basis: 'contract',
    until: 'the assignment ends, or driver or vehicle is deleted',
    seenBy: `${person}, ${office}`,
    goesTo: nobody,
    personal: 'vehicle_id driver_id',
    other: '',
  },
  'public.documents': {
    what: 'documents of drivers and vehicles: number, days, file',
    why: 'licences and permits that the law requires',
    basis: 'law',
    until: 'an administrator deletes them, or the driver or the vehicle is deleted',
    seenBy: `${person}, ${office}`,
    goesTo: `${mailServer}, for reminders`,
    personal:
      'driver_id vehicle_id number issued_on expires_on file verified_at verified_by override_until override_reason created_at',
    other: 'id kind_id critical version',
  },
  'public.devices': {
    what: 'tablets: name, driver, vehicle, condition',
    why: 'keeping the tablets working',
    basis: 'interest',
    until: 'an administrator forgets the tablet; the driver goes from it with the driver’s record',
    seenBy: `${person}, ${office}`,
    goesTo: nobody,
    personal: 'name driver_id vehicle_id last_seen last_painted_at last_error report reported_at screen',
    other:
      'id key_hash app_version content_release battery charging network storage_used storage_persisted wake_lock clock_offset_ms unsent_ratings wanted_action wanted_id wanted_at done_action done_at created_at',
  },
  'public.device_signals': {
    what: 'that a driver’s tablet has reported',
    why: 'the list of tablets shows changes at once',
    basis: 'interest',
    until: 'the tablet is forgotten',
    seenBy: `${person}, ${office}`,
    goesTo: nobody,
    personal: 'driver_id changed_at',
    other: 'device_id',
  },
  'public.content_drafts': {
    ...account,
    what: 'who edited the content last',
    why: 'accountability for published prices',
    seenBy: office,
    personal: 'updated_at updated_by',
    other: 'id version content',
  },
  'public.content_releases': {
    ...account,
    what: 'who published the content',
    why: 'accountability for published prices',
    seenBy: office,
    personal: 'published_at published_by',
    other: 'id content note',
  },
  'public.cases': {
    what: 'cases of passengers: words, contact, photo, driver and vehicle',
    why: 'lost property, complaints, receipts, accessibility',
    basis: 'consent',
    until: `${caseData}; kind, times, driver and vehicle stay`,
    seenBy: `${person} by the secret of the page, ${office}`,
    goesTo: `${mailServer}, for replies`,
    personal:
      'language body happened_at place email phone consented_at photo driver_id vehicle_id shift_id driver_name license_plate',
    other: 'id sequence number kind state is_closed due_on created_at answered_at closed_at forgotten_at',
  },
  'public.case_messages': {
    what: 'replies, messages and notes of cases',
    why: 'answering the passenger',
    basis: 'consent',
    until: caseData,
    seenBy: `${person} reads replies, ${office}`,
    goesTo: `${mailServer}, for replies`,
    personal: 'body spanish author_id created_at',
    other: 'id case_id kind mail',
  },
  'public.rights_requests': {
    what: 'requests about personal data: name, words, contact, outcome',
    why: 'answering the person, and proving it',
    basis: 'law',
    until: rightsData,
    seenBy: `${person} by the secret of the page, ${administrators}`,
    goesTo: `${mailServer}; the Agency, when it asks`,
    personal: 'person language name body email phone confirmed_at account_id extension_reason',
    other:
      'id sequence number kind channel outcome is_closed link_mail received_on due_on created_at closed_at',
  },
  'public.rights_messages': {
    what: 'replies and notes of requests, with the administrator who wrote them',
    why: 'answering the person, and proving it',
    basis: 'law',
    until: rightsData,
    seenBy: `${person} reads replies, ${administrators}`,
    goesTo: mailServer,
    personal: 'body spanish author_id created_at',
    other: 'id request_id kind mail',
  },
  'public.breaches': {
    what: 'breaches of security, in the company’s words',
    why: 'the register that the law requires',
    basis: 'law',
    until: 'no end: nobody deletes an entry',
    seenBy: administrators,
    goesTo: 'the Agency and the people concerned',
    personal: 'what',
    other:
      'id happened_on known_at which_data people consequences measures agency_told_at people_told_at created_at',
  },
  'storage.objects': {
    what: 'files: photos of drivers and cases, documents, pictures of the content',
    why: 'as the record to which the file belongs',
    basis: 'contract',
    until: 'with the driver, the document or the case',
    seenBy: `as the record; photos of drivers are public`,
    goesTo: 'passengers see photos of drivers; the object store, where one is configured',
    personal: 'name owner owner_id created_at updated_at last_accessed_at metadata path_tokens user_metadata',
    other: 'id bucket_id version',
  },
};

/** The tables without personal data, with every one of their columns. */
export const otherTables: Readonly<Record<string, string>> = {
  'auth.oauth_client_states': 'id provider_type code_verifier created_at',
  'auth.oauth_clients':
    'id client_secret_hash registration_type redirect_uris grant_types client_name client_uri logo_uri created_at updated_at deleted_at client_type token_endpoint_auth_method',
  // The keys are hashes.
  'auth.rate_limits': 'key full_at',
  'auth.root_secrets': 'id sealed_by sealed created_at',
  'auth.saml_providers':
    'id sso_provider_id entity_id metadata_xml metadata_url attribute_mapping name_id_format created_at updated_at',
  'auth.sso_domains': 'id sso_provider_id domain created_at updated_at',
  'auth.sso_providers': 'id resource_id disabled created_at updated_at',
  'public.document_kinds': 'id owner name critical sort created_at',
  'public.time_based_routes': 'id name description duration taxiTime stops',
  'storage.buckets':
    'id name owner owner_id public avif_autodetection file_size_limit allowed_mime_types type created_at updated_at',
};
