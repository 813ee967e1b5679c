import { install, run } from './bootstrap.mjs'

install()
run('scripts/serve.ts')
