/** An error whose message is written for the operator: a command prints it without the stack. */
export class OperatorError extends Error {}
