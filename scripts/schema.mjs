import { install, run } from './bootstrap.mjs'

install()
run('scripts/write-schema.ts')
