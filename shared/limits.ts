/** Business constants that the browser and the server agree on. */

export const defaultRating = 4.8;
export const maxRating = 5;

/** Optional plus, then 9 to 15 ASCII digits, for example +56912345678. */
export const phonePattern = /^\+?[0-9]{9,15}$/;

export const anonymousReviewer = 'Anonymous';
export const emptyComment = 'No comment';

export const photoBucket = 'imagenes';
export const photoFolder = 'profile-photos';
/** Holds the pictures of the company's content. */
export const contentBucket = 'contenido';
/** Holds the files of documents; private. */
export const documentBucket = 'documentos';
/** Longest side, in pixels, of a picture that the browser sends. `supabase/config.toml` has it too. */
export const maxPictureSidePixels = 1600;
/** Longest side, in pixels, of the photo that the browser sends. */
export const maxPhotoSidePixels = 1024;
/** Shortest side, in pixels, of a photo on which a passenger recognises the driver. The browser asks for a larger one. */
export const minPhotoSidePixels = 200;

/** The longest announcement to drivers. `supabase/schemas/32_announcements.sql` has it too. */
export const maxAnnouncementCharacters = 1000;

/** An open shift of this age counts as forgotten. `private.forgotten_after` in SQL has the same limit. */
export const shiftForgottenAfterMs = 18 * 60 * 60_000;

/** Longest texts, in characters. */
export const maxLengths = { name: 120, email: 255 } as const;

/** Suggested by forms for a new password, in characters. The auth server's configuration decides. */
export const suggestedPasswordCharacters = 8;
