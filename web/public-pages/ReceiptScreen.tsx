import { Link2Off } from 'lucide-react';
import { useCallback } from 'react';
import { ReceiptFacts } from '../components/ReceiptFacts.tsx';
import { readReceipt, type Receipt } from '../data/cards/receipts.ts';
import { useLoad } from '../data/useLoad.ts';
import { useLanguage } from '../i18n/LanguageProvider.tsx';
import { useNamespace } from '../i18n/namespaces.ts';
import { CompanyLink } from './Links.tsx';
import { LoadFailure, Message, PageLoading } from './Message.tsx';

export interface ReceiptScreenProps {
  readonly secret: string;
  /** The load that began before the page rendered. */
  readonly asked: Promise<Receipt | null>;
}

/** The page of one receipt. A person with its address reads it. */
export default function ReceiptScreen({ secret, asked }: ReceiptScreenProps) {
  const ask = useCallback(() => readReceipt(secret), [secret]);
  const { value, error, reload } = useLoad(ask, asked);
  const { receipt: t } = useNamespace('cards');
  const { language } = useLanguage();
  if (error) return <LoadFailure failure={error} onRetry={reload} />;
  if (value === undefined) return <PageLoading />;
  if (value === null)
    return (
      <Message icon={<Link2Off size={48} />} title={t.unknownTitle} text={t.unknownText}>
        <CompanyLink />
      </Message>
    );
  return (
    <main className="mx-auto flex w-full max-w-xl flex-1 flex-col gap-4 px-5 py-6">
      <div className="rounded-card border border-line bg-surface-raised p-5">
        <ReceiptFacts receipt={value} language={language} />
      </div>
      <p className="text-small text-ink-soft">{t.keep}</p>
    </main>
  );
}
