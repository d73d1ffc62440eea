/**
 * An error whose message is written for the operator: a command prints it without the stack. It may quote other systems, and a
 * terminal would obey the control characters of their texts.
 */
export class OperatorError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message.replace(/[^\P{Cc}\n\t]/gu, '\uFFFD'), options);
  }
}
