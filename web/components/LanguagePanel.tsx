import { Check } from 'lucide-react';
import { useState } from 'react';
import { useLanguage, useMessages } from '../i18n/LanguageProvider.tsx';
import { languageNames, languages, type Language } from '../i18n/languages.ts';
import { Dialog, type DialogProps } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';

interface LanguagePanelProps extends Required<Pick<DialogProps, 'open' | 'onClose'>> {
  /** Default: all. */
  readonly offered?: readonly Language[];
}

/** A dialog with languages, each in its own name. A choice applies at once and closes the dialog. */
export function LanguagePanel({ open, onClose, offered = languages }: LanguagePanelProps) {
  const messages = useMessages();
  const { language, setLanguage } = useLanguage();
  const [failed, setFailed] = useState(false);

  const close = () => {
    setFailed(false);
    onClose();
  };
  const choose = async (next: Language) => {
    try {
      await setLanguage(next);
      close();
    } catch {
      setFailed(true);
    }
  };

  return (
    <Dialog
      open={open}
      onClose={close}
      title={messages.language.select}
      closeLabel={messages.common.close}
      width="narrow"
    >
      <ul className="languages">
        {offered.map((code) => (
          <li key={code}>
            <button
              type="button"
              lang={code}
              aria-current={code === language ? 'true' : undefined}
              onClick={() => void choose(code)}
              data-chosen={code === language || undefined}
            >
              <span>{languageNames[code]}</span>
              {code === language && <Check size={26} aria-hidden="true" />}
            </button>
          </li>
        ))}
      </ul>
      {failed && (
        <Notice tone="error" className="mt-4">
          {messages.language.failed}
        </Notice>
      )}
    </Dialog>
  );
}
