import type { Provider } from '../data/accounts/providers.ts';

interface Drawing {
  readonly box: string;
  /** Paths by their colour. */
  readonly parts: Readonly<Record<string, string>>;
}

const drawings: Record<Provider, Drawing> = {
  google: {
    box: '0 0 18 18',
    parts: {
      '#4285f4':
        'M17.64 9.2c0-.64-.06-1.25-.16-1.84H9v3.48h4.84a4.14 4.14 0 0 1-1.8 2.72v2.26h2.92a8.78 8.78 0 0 0 2.68-6.62z',
      '#34a853':
        'M9 18c2.43 0 4.47-.8 5.96-2.18l-2.92-2.26c-.8.54-1.84.86-3.04.86-2.34 0-4.33-1.58-5.04-3.71H.96v2.33A9 9 0 0 0 9 18z',
      '#fbbc05':
        'M3.96 10.71A5.41 5.41 0 0 1 3.68 9c0-.59.1-1.17.28-1.71V4.96H.96A9 9 0 0 0 0 9c0 1.45.35 2.82.96 4.04l3-2.33z',
      '#ea4335':
        'M9 3.58c1.32 0 2.51.45 3.44 1.35l2.58-2.59A9 9 0 0 0 .96 4.96l3 2.33C4.67 5.16 6.66 3.58 9 3.58z',
    },
  },
  apple: {
    box: '0 0 24 24',
    parts: {
      currentColor:
        'M12.15 6.9c-.95 0-2.41-1.08-3.96-1.04-2.04.03-3.91 1.18-4.96 3.01-2.12 3.68-.55 9.1 1.52 12.09 1.01 1.45 2.2 3.09 3.79 3.04 1.52-.07 2.09-.99 3.94-.99 1.83 0 2.35.99 3.96.95 1.63-.03 2.67-1.48 3.67-2.95 1.16-1.69 1.64-3.33 1.66-3.42-.04-.01-3.18-1.22-3.22-4.85-.03-3.04 2.48-4.5 2.6-4.56-1.43-2.09-3.63-2.33-4.39-2.38-2-.16-3.68 1.09-4.61 1.09zM15.53 3.83c.84-1.01 1.4-2.43 1.25-3.83-1.21.05-2.67.8-3.54 1.82-.78.9-1.45 2.34-1.27 3.71 1.34.1 2.71-.69 3.56-1.7',
    },
  },
  facebook: {
    box: '0 0 24 24',
    parts: {
      '#1877f2':
        'M24 12a12 12 0 1 0-13.9 11.9v-8.4H7.1V12h3V9.4c0-3 1.8-4.7 4.5-4.7 1.3 0 2.7.2 2.7.2v3h-1.5c-1.5 0-2 .9-2 1.9V12h3.4l-.5 3.5h-2.8v8.4A12 12 0 0 0 24 12z',
    },
  },
};

/** The service's own mark, beside its name. */
export function ProviderLogo({ provider }: { provider: Provider }) {
  const { box, parts } = drawings[provider];
  return (
    <svg viewBox={box} width={22} height={22} aria-hidden="true" className="shrink-0">
      {Object.entries(parts).map(([colour, path]) => (
        <path key={path} fill={colour} d={path} />
      ))}
    </svg>
  );
}
