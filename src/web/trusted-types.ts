interface Factory {
  createPolicy: (name: string, rules: object) => unknown
}

/** Workers and wasm loaders may come from these addresses of our origin alone (screens.md 1). */
const SCRIPT = /^\/((service|push)-worker\.js|assets\/[\w./-]+)$/

/** The policy `default`: script addresses of our own build, and no HTML or script text at all. */
export function setTrustedTypes() {
  const { trustedTypes } = globalThis as { trustedTypes?: Factory }
  trustedTypes?.createPolicy('default', {
    createScriptURL(address: string) {
      const url = new URL(address, location.origin)
      return url.origin === location.origin && SCRIPT.test(url.pathname) ? url.href : null
    },
  })
}
