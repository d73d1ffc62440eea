import { CircleQuestionMark } from 'lucide-react';
import { lazy, useState } from 'react';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Optional } from '../../ui/Boundary.tsx';
import { SmallIconButton } from '../parts/SmallButton.tsx';

const loadDialog = () => import('./HelpDialog.tsx');
const HelpDialog = lazy(loadDialog);

interface HelpButtonProps {
  /** The id of the section that is open. */
  readonly section: string;
  /** The section's name. */
  readonly name: string;
}

/** Opens the page of the guide that belongs to the section. */
export function HelpButton({ section, name }: HelpButtonProps) {
  const t = useNamespace('admin');
  const [open, setOpen] = useState(false);
  return (
    <>
      <SmallIconButton
        label={t.helpFor(name)}
        icon={<CircleQuestionMark size={22} />}
        onPointerEnter={() => void loadDialog().catch(() => undefined)}
        onClick={() => setOpen(true)}
      />
      {open && (
        <Optional>
          <HelpDialog section={section} onClose={() => setOpen(false)} />
        </Optional>
      )}
    </>
  );
}
