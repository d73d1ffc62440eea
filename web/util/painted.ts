/**
 * Resolves when the first picture (`index.html`), with its images, has been drawn; at once in a page that nobody sees.
 */
export async function painted(): Promise<void> {
  if (document.visibilityState === 'hidden') return;
  // An image that cannot be loaded is not waited for.
  await Promise.all(Array.from(document.images, (image) => image.decode().catch(() => undefined)));
  await new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
