// One line a scale driver: docs/recipes/scale-driver.md.
export { ascii } from './ascii.ts'
export { keli } from './keli.ts'
export { massaK } from './massa-k.ts'
export { mettler } from './mettler.ts'
export { modbus } from './modbus.ts'
export { sma } from './sma.ts'
export { tensoM } from './tenso-m.ts'
export { yaohua } from './yaohua.ts'
