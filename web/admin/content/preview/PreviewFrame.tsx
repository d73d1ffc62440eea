import type { ComponentProps } from 'react';
import { previewPath } from '../../../content/preview.ts';

/** A frame with the page of the preview. */
export function PreviewFrame(props: Omit<ComponentProps<'iframe'>, 'src'>) {
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox, jsx-a11y/iframe-has-title -- the page is our own and needs its origin, with which a sandbox holds nothing; callers give the title
    <iframe {...props} src={previewPath} />
  );
}
