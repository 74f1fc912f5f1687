/**
 * Whether this is `npm run test:full`, which sets TEST_FULL=1. Files named `*.full.test.ts`, tests on
 * PostgreSQL and end-to-end tests with the tag FULL run only then; nothing else reads the setting.
 */
export const isFull = process.env['TEST_FULL'] === '1'

/** How many random runs a test makes: few in `npm test`, all in `npm run test:full`. */
export function runs(few: number, all: number): number {
  return isFull ? all : few
}
