import { useState } from 'react';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Guide } from './Guide.tsx';

interface HelpDialogProps {
  /** The id of the section whose page opens first. */
  readonly section: string;
  readonly onClose: () => void;
}

/** The page of the guide that belongs to a section, and from there all others. */
export default function HelpDialog({ section, onClose }: HelpDialogProps) {
  const { common } = useMessages();
  const { help } = useNamespace('admin');
  const [pageId, setPageId] = useState(section);
  return (
    <Dialog open width="wide" title={help} closeLabel={common.close} onClose={onClose}>
      <Guide beside={false} pageId={pageId} onOpen={setPageId} />
    </Dialog>
  );
}
