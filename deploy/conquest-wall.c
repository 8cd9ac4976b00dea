/*
 * conquest-wall COMMAND [ARGUMENT...]
 *
 * Runs a command without sockets, writing to files and access to other processes. It needs neither privileges nor namespaces,
 * which containers may not create. The server runs SSR and picture processes in it (server/src/platform/sandbox-commands.ts).
 *
 *   cc -O2 -Wall -o /usr/bin/conquest-wall conquest-wall.c
 */
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCH AUDIT_ARCH_AARCH64
#else
#error "Unsupported processor architecture."
#endif

/* System calls of the x32 ABI have this bit; the filter would otherwise allow them under other numbers. */
#define OTHER_ABI 0x40000000

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, (action))
#define DENY(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 1), RETURN(SECCOMP_RET_ERRNO | EPERM)

static int deny_network(void)
{
	struct sock_filter filter[] = {
		LOAD(arch),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCH, 1, 0),
		RETURN(SECCOMP_RET_KILL_PROCESS),
		LOAD(nr),
		BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, OTHER_ABI, 0, 1),
		RETURN(SECCOMP_RET_KILL_PROCESS),
		DENY(SYS_socket),
		/* io_uring can open sockets, which this filter would not see. */
		DENY(SYS_io_uring_setup),
		DENY(SYS_ptrace),
		DENY(SYS_process_vm_readv),
		DENY(SYS_process_vm_writev),
		DENY(SYS_pidfd_open),
		DENY(SYS_pidfd_getfd),
		RETURN(SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { sizeof(filter) / sizeof(filter[0]), filter };
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

/*
 * Denies all changes to files. Landlock also denies access that requires debugging rights, such as reading the server's
 * environment.
 */
static int deny_writing(void)
{
	struct landlock_ruleset_attr rules = {
		.handled_access_fs = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |
				     LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
				     LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
				     LANDLOCK_ACCESS_FS_MAKE_SYM,
	};
	int ruleset = syscall(SYS_landlock_create_ruleset, &rules, sizeof(rules), 0);
	/* Without Landlock (before Linux 5.13, or if it is disabled or denied) only the network is removed. */
	if (ruleset < 0)
		return errno == ENOSYS || errno == EOPNOTSUPP || errno == EPERM ? 0 : -1;
	if (syscall(SYS_landlock_restrict_self, ruleset, 0))
		return -1;
	return close(ruleset);
}

int main(int count, char **arguments)
{
	if (count < 2) {
		fprintf(stderr, "conquest-wall COMMAND [ARGUMENT...]\n");
		return 64;
	}
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || deny_writing() || deny_network()) {
		perror("conquest-wall");
		return 71;
	}
	execvp(arguments[1], arguments + 1);
	perror(arguments[1]);
	return 127;
}
