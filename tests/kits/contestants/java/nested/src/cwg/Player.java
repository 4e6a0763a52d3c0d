package cwg;

import com.saabgroup.safir.dob.*;

public class Player implements Dispatcher {
    public void onDoDispatch() {
    }

    public static void main(String[] args) {
        new Connection().open("Lag Sju", "", 0, null, new Player());
    }
}
