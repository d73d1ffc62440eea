/** An error of a table: its status, its message, which may be made of the values that it names, and what else is shown. */
export type ErrorSpec = readonly [
  status: number,
  message: string | ((...values: readonly string[]) => string),
  ...shown: readonly string[],
];

/** The errors of a service by their code on the wire, as its error class takes them. */
export type ErrorTable = Readonly<Record<string, ErrorSpec>>;

/** The values that the message of an entry of an error table names. */
export type MessageValues<Spec> = Spec extends readonly [
  number,
  (...values: infer Values) => string,
  ...unknown[],
]
  ? Values
  : readonly [];

export interface ServiceErrorOptions extends ErrorOptions {
  /** Replaces the status of the table, where upstream has another for the same code. */
  readonly status?: number | undefined;
  /** Replaces the message of the table. */
  readonly message?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  /** The request itself brought it about, whatever its status: nothing for the operator to mend. */
  readonly isCallersDoing?: boolean;
}

/** An error in the vocabulary of a service. Endpoints throw it; the shell logs, audits and renders it. */
export class ServiceError<Code extends string = string> extends Error {
  readonly status: number;
  /** On the wire. */
  readonly code: Code;
  readonly retryAfterSeconds: number | undefined;
  readonly isCallersDoing: boolean;

  /** @param values named by the message of the table */
  constructor(
    code: Code,
    [status, message]: ErrorSpec,
    options: ServiceErrorOptions = {},
    values: readonly string[] = [],
  ) {
    super(options.message ?? (typeof message === 'string' ? message : message(...values)), options);
    this.status = options.status ?? status;
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.isCallersDoing = options.isCallersDoing ?? false;
  }
}

/** An error that the app learns by a redirect, because a browser followed a link to this endpoint. */
export class RedirectedError extends Error {
  /** The address with the error in it. */
  readonly locate: (error: ServiceError) => string;
  constructor(cause: unknown, locate: (error: ServiceError) => string) {
    super('The app learns of the error by a redirect.', { cause });
    this.locate = locate;
  }
}
