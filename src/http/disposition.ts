/** Content-Disposition by RFC 6266: an ASCII name for old clients and the true one beside it when they differ. */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  // oxlint-disable-next-line no-control-regex
  const plain = name.replaceAll(/[^\u0020-\u007e]|["\\%]/g, '_')
  if (plain === name) return `${kind}; filename="${plain}"`
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
