/** An error of a table: its status and its message, which is fixed or made of the values that it names. */
export type ErrorSpec = readonly [
  status: number,
  message: string | ((...values: readonly string[]) => string),
];

/** The values that the message of an entry of an error table names. */
export type MessageValues<Spec> = Spec extends readonly [
  number,
  (...values: infer Values) => string,
  ...unknown[],
]
  ? Values
  : readonly [];

export interface ServiceErrorOptions extends ErrorOptions {
  /** Seconds after which the client may try again. */
  readonly retryAfter?: number | undefined;
}

/** An error in the vocabulary of a service. Endpoints throw it; the shell logs, audits and renders it. */
export class ServiceError<Code extends string = string> extends Error {
  readonly status: number;
  /** On the wire. */
  readonly code: Code;
  readonly retryAfter: number | undefined;

  constructor(status: number, code: Code, message: string, options: ServiceErrorOptions = {}) {
    super(message, options);
    this.status = status;
    this.code = code;
    this.retryAfter = options.retryAfter;
  }
}

/** Writes the message of an entry of an error table. */
export function messageOf([, message]: ErrorSpec, values: readonly string[]): string {
  return typeof message === 'string' ? message : message(...values);
}
