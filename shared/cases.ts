/** The kinds of cases, in the order in which passengers choose. `supabase/schemas/28_cases.sql` checks the same. */
export const caseKinds = ['lost', 'complaint', 'receipt', 'accessibility', 'other'] as const;
export type CaseKind = (typeof caseKinds)[number];
export type CaseState = 'new' | 'answered' | 'closed';

/** A text of a case has at most so many characters. */
export const maxCaseText = 2000;
export const caseBucket = 'casos';
