import { describeFaults } from '../test/describeFaults.ts'

describeFaults(12)
