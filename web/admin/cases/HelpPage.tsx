import { generalHelpUrl } from '../../data/publicAddress.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import QrCode from '../../ui/QrPath.tsx';

/** The page on which passengers write, as a link and as a code for their telephones. */
export function HelpPage() {
  const { helpPage } = useNamespace('cases');
  const address = generalHelpUrl();
  return (
    <div className="flex flex-col items-center gap-3 py-2">
      <a
        href={address}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex min-h-11 items-center font-semibold text-accent underline underline-offset-4"
      >
        {helpPage}
      </a>
      <QrCode value={address} title={helpPage} className="size-40" />
    </div>
  );
}
