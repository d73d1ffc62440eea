import { useWords } from '../../i18n/LanguageProvider.tsx';

export function LoginScreen() {
  const { login } = useWords();
  return (
    <main>
      <h1>{login.signInTitle}</h1>
    </main>
  );
}
