const emailForm = /^[^\s@<>",;]+@[^\s@<>",;]+[.][^\s@<>",;]+$/;

/** Whether the database takes a text, without the spaces around it, for a mail address (`supabase/schemas/37_trips.sql`). */
export function isEmail(text: string): boolean {
  return emailForm.test(text.trim());
}
