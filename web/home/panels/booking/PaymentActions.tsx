import { CodeActions } from './CodeActions.tsx';
import { useNamespace } from '../../../i18n/namespaces.ts';

export interface PaymentActionsProps {
  /** The address of a page of the company's payment provider. */
  readonly url: string;
  /** The name of the route. */
  readonly name: string;
}

/** Pays a route on the passenger's own phone: nobody types a card's number on a screen that others use. */
export function PaymentActions({ url, name }: PaymentActionsProps) {
  const { pay } = useNamespace('panels').info;
  const { host } = new URL(url);
  return (
    <CodeActions
      url={url}
      name={name}
      label={pay.button}
      title={pay.qr(name)}
      scan={pay.scan(host)}
      facts={host}
    />
  );
}
