/** Resolves when the first picture (`index.html`) and its images have been painted; at once in a hidden page. */
export async function painted(): Promise<void> {
  if (document.visibilityState === 'hidden') return;
  // Do not wait for an image that fails to load.
  await Promise.all(Array.from(document.images, (image) => image.decode().catch(() => undefined)));
  await new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
