interface Claims {
  readonly aal?: string;
  readonly amr?: readonly { readonly method: string }[];
}

/** Reads the claims of a token. The backend checks them; here they only decide what is shown. */
export function claimsOf(token: string): Claims {
  try {
    const payload = token.split('.')[1] ?? '';
    return JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))) as Claims;
  } catch {
    return {};
  }
}
