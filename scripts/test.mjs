import { install, run } from './bootstrap.mjs'

install()
run('scripts/run-tests.ts')
