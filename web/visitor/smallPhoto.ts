/** Twice the width of the photo on a phone. In pixels. */
const side = 512;

const whole = '/storage/v1/object/public/';
const rendered = '/storage/v1/render/image/public/';

/**
 * The address of a smaller rendition of a public photo, which loads in a fraction of the time; undefined for a photo
 * that the backend does not keep. A hosted backend may make none: show the photo itself then.
 */
export function smallPhoto(url: string | null): string | undefined {
  if (!url?.includes(whole)) return undefined;
  return `${url.replace(whole, rendered)}?width=${side}&height=${side}&resize=cover`;
}
