import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeAgent } from './agent-words.ts'

const KIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const WINDOWS = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KIT} Chrome/142.0.0.0`
const ANDROID = `Mozilla/5.0 (Linux; Android 14; K) ${KIT}`
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15'

test('a browser is told from those it is made of, a phone from its system', () => {
  const words: [string, string][] = [
    [`${WINDOWS} Safari/537.36`, 'Chrome 142, Windows'],
    [`${WINDOWS} Safari/537.36 Edg/142.0.3595.80`, 'Edge 142, Windows'],
    [`${WINDOWS} YaBrowser/25.10.0.0 Safari/537.36`, 'Яндекс Браузер 25, Windows'],
    [`${WINDOWS} Safari/537.36 OPR/124.0.0.0`, 'Opera 124, Windows'],
    [
      'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
      'Firefox 145, Linux',
    ],
    [
      `Mozilla/5.0 (X11; Linux x86_64) ${KIT} HeadlessChrome/142.0.0.0 Safari/537.36`,
      'Chrome 142, Linux',
    ],
    [`${ANDROID} Chrome/142.0.0.0 Mobile Safari/537.36`, 'Chrome 142, Android'],
    [
      `${ANDROID} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
      'Samsung Internet 28, Android',
    ],
    [`${IPHONE} (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1`, 'Safari 18, iPhone'],
    [`${IPHONE} (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1`, 'Chrome 142, iPhone'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
      'Safari 18, macOS',
    ],
    ['Mozilla/5.0 (Windows NT 6.1; Trident/7.0) like Gecko', 'Браузер, Windows'],
    ['curl/8.5.0', 'Другая программа'],
    ['', 'Неизвестное устройство'],
  ]
  for (const [agent, expected] of words) assert.equal(describeAgent(agent), expected, agent)
})
