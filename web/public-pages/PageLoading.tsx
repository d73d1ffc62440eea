import { useWords } from '../i18n/LanguageProvider.tsx';
import { Spinner } from '../ui/Spinner.tsx';

export function PageLoading() {
  const { common } = useWords();
  return (
    <main className="flex min-h-96 flex-1 items-center justify-center text-accent">
      <Spinner label={common.loading} size={44} />
    </main>
  );
}
