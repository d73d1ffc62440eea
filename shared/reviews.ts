/** The reasons for a low rating, in the order in which passengers see them. `supabase/schemas/29_review_reasons.sql` checks the same. */
export const reviewReasons = ['driving', 'vehicle', 'price', 'route', 'punctuality', 'treatment'] as const;
export type ReviewReason = (typeof reviewReasons)[number];

/** Passengers who give more stars are not asked for reasons. */
export const maxStarsWithReasons = 3;
