import type { ClientConfig, Client } from 'pg';

/** OpenSSL's words for a chain whose root is not among the known authorities. */
const unknownAuthority = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_SIGNATURE_FAILURE',
]);

/** Messages of PostgreSQL's `pg_hba.conf` and of Supavisor to a client without TLS. */
const wantsTls = /no encryption$|SSL off$|SSL connection is required/i;

/** Explains why no connection could be encrypted as its address asks; undefined for other errors. */
function tlsReason({ code = '', message }: NodeJS.ErrnoException, host: string, ssl: ClientConfig['ssl']) {
  if (unknownAuthority.has(code))
    return `the certificate of ${host} is of an authority that this server does not know. Download that authority's certificate from your provider and add sslrootcert=/path/of/the/file to the address; sslmode=require would encrypt without checking who responds`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `the certificate there is for another name than ${host}. Use the name in the certificate, or sslmode=verify-ca with sslrootcert=`;
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID')
    return `the certificate of ${host} ${code === 'CERT_HAS_EXPIRED' ? 'has expired' : 'is not valid yet'}. Check it, and the clock of this machine`;
  if (message === 'The server does not support SSL connections')
    return `${host} offers no TLS. Switch it on there; or, in a network that nobody else can read, add sslmode=disable to the address`;
  if (ssl === false && wantsTls.test(message))
    return `${host} accepts encrypted connections only. Take sslmode=disable out of the address, or write sslmode=verify-full`;
  return undefined;
}

/** Explains an error of a connection to the operator, by the codes of PostgreSQL, TLS and the operating system. */
export function explainConnection(
  error: NodeJS.ErrnoException,
  client: Client,
  ssl: ClientConfig['ssl'],
): string {
  const { code = '', message } = error;
  const { host, port, user, database } = client;
  const account = `the account “${user}”`;
  const ofTls = tlsReason(error, host, ssl);
  if (ofTls !== undefined) return ofTls;
  switch (code) {
    case '28P01':
    case '28000':
      return `PostgreSQL refuses ${account}: ${message}. Check its name and password`;
    case '3D000':
      return `there is no database “${database}” on ${host}. Create it, or correct the name`;
    case '42501':
      return `${account} may not connect to “${database}”: ${message}`;
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `nothing listens at ${host}, port ${port}. Is PostgreSQL running there?`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host “${host}” is not known. Check its name`;
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `${host}, port ${port}, cannot be reached. Check the address and the firewall`;
    default:
      return message || code;
  }
}
