import { ImageOff } from 'lucide-react';
import { contentShape, type Company } from '../../../shared/content/content.ts';
import { pictureUrl } from '../../content/pictureUrl.ts';
import { uploadLogo } from '../../data/content/pictures.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useField } from '../content/editor/useField.ts';
import { Upload } from '../content/pictures/UploadPicture.tsx';
import { SmallIconButton } from '../parts/SmallButton.tsx';

/** The logo, and the icon that is made of it. */
export function LogoField() {
  const t = useNamespace('studio').company.logo;
  const {
    value: logo,
    write,
    key,
  } = useField<Company['logo']>(['company', 'logo'], contentShape.fields.company.fields.logo);
  return (
    <div data-field={key} className="flex flex-col gap-2">
      <p className="text-small font-semibold">{t.title}</p>
      {logo && (
        <div className="flex flex-wrap items-center gap-3">
          <Pictures logo={logo} />
          <SmallIconButton
            label={t.remove}
            icon={<ImageOff size={20} />}
            isDanger
            onClick={() => write(undefined)}
          />
        </div>
      )}
      <Upload label={logo ? t.replace : t.upload} words={t} upload={uploadLogo} onUploaded={write} />
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
