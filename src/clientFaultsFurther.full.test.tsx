import { describeFaults } from './test/describeFaults.ts'

// Files run beside each other: the table is played in two.
describeFaults(8)
