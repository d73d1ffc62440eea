import { lazy, Suspense, useState } from 'react';
import type { PublishedPolicy } from '../../shared/content/policy.ts';
import { getPolicyToAccept } from '../data/content/consents.ts';
import type { OwnAnnouncement } from '../data/announcements/announcements.ts';
import { useAction } from '../forms/useAction.ts';
import { useLanguage } from '../i18n/LanguageProvider.tsx';
import { localeOf } from '../i18n/languages.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { Button } from '../ui/Button.tsx';

const PrivacyPanel = lazy(() => import('../components/PrivacyPanel.tsx'));

/** The words of an announcement, with the day it was written. The notice of a new privacy policy leads to the policy. */
export function AnnouncementText({ announcement }: { readonly announcement: OwnAnnouncement }) {
  const t = useNamespace('ownAnnouncements');
  const locale = localeOf(useLanguage().language);
  const { body, language, policy_version: version, created_at: created } = announcement;
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(created));
  return (
    <>
      <p className="text-small text-ink-soft">{day}</p>
      {version === null ? (
        <p lang={language} className="text-lead [overflow-wrap:anywhere] whitespace-pre-line">
          {body}
        </p>
      ) : (
        <>
          <p className="text-lead">{t.newPolicy(`${version}`)}</p>
          <PolicyLink />
        </>
      )}
    </>
  );
}

/** Opens the policy: the published one if the driver still has to accept it, else that of this device's content. */
function PolicyLink() {
  const t = useNamespace('ownAnnouncements');
  const [opened, setOpened] = useState<{ readonly published?: PublishedPolicy } | null>(null);
  const opening = useAction(async () => {
    const published = await getPolicyToAccept().catch(() => null);
    setOpened(published ? { published } : {});
  });
  return (
    <>
      <Button
        size="compact"
        variant="secondary"
        busy={opening.busy}
        className="mt-3"
        onClick={() => opening.run()}
      >
        {t.readPolicy}
      </Button>
      {opened && (
        <Suspense fallback={null}>
          <PrivacyPanel open {...opened} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  );
}
