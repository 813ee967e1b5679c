// The first that fits: browsers name their relatives too, and Chrome is named by nearly all.
const BROWSERS: readonly [RegExp, string][] = [
  [/YaBrowser\/(\d+)/, 'Яндекс Браузер'],
  [/(?:Edg|EdgA|EdgiOS)\/(\d+)/, 'Edge'],
  [/(?:OPR|OPT)\/(\d+)/, 'Opera'],
  [/SamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+).* Safari\//, 'Safari'],
]

const SYSTEMS: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
]

/** Browser and system of a `User-Agent` in words: «Chrome 142, Windows». What a program says of itself is no proof. */
export function describeAgent(agent: string): string {
  const browser = browserOf(agent)
  const system = SYSTEMS.find(([pattern]) => pattern.test(agent))?.[1]
  if (!browser && !system) return agent ? 'Другая программа' : 'Неизвестное устройство'
  return [browser ?? 'Браузер', system].filter(Boolean).join(', ')
}

function browserOf(agent: string): string | undefined {
  for (const [pattern, name] of BROWSERS) {
    const version = pattern.exec(agent)?.[1]
    if (version) return `${name} ${version}`
  }
  return undefined
}
