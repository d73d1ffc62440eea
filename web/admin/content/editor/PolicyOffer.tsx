import { policyDraft2, takePolicy } from '../../../../shared/content/policy-2.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { useSelected, useStudio } from '../studio.ts';

/** Offers the second version of the privacy policy to a company that has an earlier one. */
export function PolicyOffer() {
  const t = useNamespace('content').policy;
  const { edit } = useStudio();
  const isEarlier = useSelected(({ policy }) => policy.version < policyDraft2.policy.version);
  if (!isEarlier) return null;
  return (
    <Notice tone="info">
      <p>{t.offer}</p>
      <p lang="es" className="mt-1 text-small font-normal">
        {policyDraft2.reviewNote}
      </p>
      <Button size="compact" variant="secondary" className="mt-3" onClick={() => edit(takePolicy)}>
        {t.take}
      </Button>
    </Notice>
  );
}
