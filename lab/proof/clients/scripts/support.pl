# What the scripts of the Perl clients share.
use strict;
use warnings;
use B;
use JSON;

$| = 1;
our $json = JSON->new->canonical->allow_nonref;
our $url  = $ENV{TRACKER_URL};

sub say_line { print $json->encode($_[0]), "\n" }

# Calls, and compares what is seen of the result with what is expected.
sub check {
    my ($call, $act, $expected, $seen) = @_;
    my ($result, $reason);
    if (eval { $result = $act->(); 1 }) {
        my $found = eval { $json->encode($seen ? $seen->($result) : $result) } // "no value: $@";
        my $wanted = $json->encode($expected);
        $reason = "expected $wanted, found $found" if $found ne $wanted;
    } else {
        ($reason = "$@") =~ s/\s+/ /g;
    }
    say_line(defined $reason ? { call => $call, passed => JSON::false, reason => substr($reason, 0, 300) } : { call => $call, passed => JSON::true });
    return $result;
}

sub names { [map { $_->{name} } @{ $_[0] }] }

# Says which calls a package has of its own.
sub say_surface {
    my ($package) = @_;
    no strict 'refs';
    my @named = grep { !/^_|^(?:BEGIN|DESTROY|import)$/ && defined &{"${package}::$_"} } sort keys %{"${package}::"};
    say_line({ surface => [grep { B::svref_2object(\&{"${package}::$_"})->GV->STASH->NAME eq $package } @named] });
}

1;
