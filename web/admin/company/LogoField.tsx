import { ImageOff, ImageUp } from 'lucide-react';
import { useId } from 'react';
import { contentShape, type Company } from '../../../shared/content/content.ts';
import { pictureUrl } from '../../content/pictureUrl.ts';
import { uploadLogo } from '../../data/content/pictures.ts';
import { FileButton } from '../../forms/FileButton.tsx';
import { useAction } from '../../forms/useAction.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { useField } from '../content/editor/useField.ts';
import { useStudio } from '../content/studio.ts';

/** The logo, and the icon that is made of it. */
export function LogoField() {
  const t = useNamespace('studio').company.logo;
  const { say } = useStudio();
  const id = useId();
  const {
    value: logo,
    write,
    key,
  } = useField<Company['logo']>(['company', 'logo'], contentShape.fields.company.fields.logo);
  const { run, busy, errorText } = useAction(async (file: File) => {
    write(await uploadLogo(file));
    say(t.uploaded);
  });
  return (
    <div data-field={key} className="flex flex-col gap-2">
      <p className="text-small font-semibold">{t.title}</p>
      <div className="flex flex-wrap items-center gap-3">
        {logo && <Pictures logo={logo} />}
        <FileButton
          label={logo ? t.replace : t.upload}
          icon={<ImageUp size={22} aria-hidden="true" className="shrink-0" />}
          accept="image/*"
          disabled={busy}
          describedBy={`${id}-hint`}
          onFile={run}
        />
        {logo && (
          <IconButton
            size="compact"
            label={t.remove}
            icon={<ImageOff size={20} />}
            className="text-danger hover:bg-danger-soft hover:text-danger"
            onClick={() => write(undefined)}
          />
        )}
      </div>
      <p id={`${id}-hint`} className="text-small text-ink-soft">
        {t.hint}
      </p>
      {busy && (
        <output className="flex items-center gap-2 text-small font-medium">
          <Spinner size={20} />
          <span>{t.uploading}</span>
        </output>
      )}
      {errorText && <Notice tone="error">{errorText}</Notice>}
    </div>
  );
}

/** The logo, and the icon as launchers show it. */
function Pictures({ logo }: { readonly logo: NonNullable<Company['logo']> }) {
  const t = useNamespace('studio').company.logo;
  return (
    <>
      <img
        src={pictureUrl(logo)}
        alt={t.alt}
        className="h-16 max-w-40 rounded-control border border-line bg-snow object-contain p-1"
      />
      <img
        src={pictureUrl({ path: logo.icon })}
        alt={t.iconAlt}
        className="size-16 rounded-card border border-line"
      />
    </>
  );
}
